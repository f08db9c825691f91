/* <nmmintrin.h> */
#include <x86intrin.h>
