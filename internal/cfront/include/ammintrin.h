/* <ammintrin.h> */
#include <x86intrin.h>
