/* <wmmintrin.h> */
#include <x86intrin.h>
