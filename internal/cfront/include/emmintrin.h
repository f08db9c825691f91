/* <emmintrin.h> */
#include <x86intrin.h>
