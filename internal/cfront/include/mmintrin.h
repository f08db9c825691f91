/* <mmintrin.h> */
#include <x86intrin.h>
