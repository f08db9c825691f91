/* <tmmintrin.h> */
#include <x86intrin.h>
