/* <xmmintrin.h> */
#include <x86intrin.h>
