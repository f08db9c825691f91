/* <immintrin.h> */
#include <x86intrin.h>
