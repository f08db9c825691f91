/* <pmmintrin.h> */
#include <x86intrin.h>
