/* <smmintrin.h> */
#include <x86intrin.h>
