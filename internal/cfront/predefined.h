/* Predefined macros of gcc 12 that abi.go does not define: what other parts of a program may ask for. */
#define __ATOMIC_ACQUIRE 2
#define __ATOMIC_ACQ_REL 4
#define __ATOMIC_CONSUME 1
#define __ATOMIC_HLE_ACQUIRE 65536
#define __ATOMIC_HLE_RELEASE 131072
#define __ATOMIC_RELAXED 0
#define __ATOMIC_RELEASE 3
#define __ATOMIC_SEQ_CST 5
#define __DBL_DECIMAL_DIG__ 17
#define __DBL_DENORM_MIN__ ((double)4.94065645841246544176568792868221372e-324L)
#define __DBL_HAS_DENORM__ 1
#define __DBL_HAS_INFINITY__ 1
#define __DBL_HAS_QUIET_NAN__ 1
#define __DBL_IS_IEC_60559__ 2
#define __DBL_MAX_10_EXP__ 308
#define __DBL_MIN_10_EXP__ (-307)
#define __DBL_NORM_MAX__ ((double)1.79769313486231570814527423731704357e+308L)
#define __FINITE_MATH_ONLY__ 0
#define __FLT_DECIMAL_DIG__ 9
#define __FLT_DENORM_MIN__ 1.40129846432481707092372958328991613e-45F
#define __FLT_HAS_DENORM__ 1
#define __FLT_HAS_INFINITY__ 1
#define __FLT_HAS_QUIET_NAN__ 1
#define __FLT_IS_IEC_60559__ 2
#define __FLT_MAX_10_EXP__ 38
#define __FLT_MIN_10_EXP__ (-37)
#define __FLT_NORM_MAX__ 3.40282346638528859811704183484516925e+38F
#define __GCC_ASM_FLAG_OUTPUTS__ 1
#define __GCC_ATOMIC_CHAR16_T_LOCK_FREE 2
#define __GCC_ATOMIC_CHAR32_T_LOCK_FREE 2
#define __GCC_ATOMIC_TEST_AND_SET_TRUEVAL 1
#define __GCC_CONSTRUCTIVE_SIZE 64
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_1 1
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_2 1
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_4 1
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_8 1
#define __GXX_ABI_VERSION 1017
#define __HAVE_SPECULATION_SAFE_VALUE 1
#define __INT16_C(c) c
#define __INT32_C(c) c
#define __INT8_C(c) c
#define __INTMAX_WIDTH__ 64
#define __INT_FAST64_WIDTH__ 64
#define __INT_FAST8_MAX__ 0x7f
#define __INT_FAST8_WIDTH__ 8
#define __INT_LEAST16_MAX__ 0x7fff
#define __INT_LEAST16_WIDTH__ 16
#define __INT_LEAST32_MAX__ 0x7fffffff
#define __INT_LEAST32_WIDTH__ 32
#define __INT_LEAST64_WIDTH__ 64
#define __INT_LEAST8_MAX__ 0x7f
#define __INT_LEAST8_WIDTH__ 8
#define __INT_WIDTH__ 32
#define __LDBL_DECIMAL_DIG__ 21
#define __LDBL_DENORM_MIN__ 3.64519953188247460252840593361941982e-4951L
#define __LDBL_EPSILON__ 1.08420217248550443400745280086994171e-19L
#define __LDBL_HAS_DENORM__ 1
#define __LDBL_HAS_INFINITY__ 1
#define __LDBL_HAS_QUIET_NAN__ 1
#define __LDBL_IS_IEC_60559__ 2
#define __LDBL_MAX_10_EXP__ 4932
#define __LDBL_MAX_EXP__ 16384
#define __LDBL_MAX__ 1.18973149535723176502126385303097021e+4932L
#define __LDBL_MIN_10_EXP__ (-4931)
#define __LDBL_MIN_EXP__ (-16381)
#define __LDBL_MIN__ 3.36210314311209350626267781732175260e-4932L
#define __LDBL_NORM_MAX__ 1.18973149535723176502126385303097021e+4932L
#define __LONG_LONG_WIDTH__ 64
#define __PRAGMA_REDEFINE_EXTNAME 1
#define __SCHAR_WIDTH__ 8
#define __SEG_FS 1
#define __SEG_GS 1
#define __SHRT_WIDTH__ 16
#define __SIG_ATOMIC_MAX__ 0x7fffffff
#define __SIG_ATOMIC_MIN__ (-__SIG_ATOMIC_MAX__ - 1)
#define __SIG_ATOMIC_TYPE__ int
#define __SIG_ATOMIC_WIDTH__ 32
#define __SIZEOF_FLOAT128__ 16
#define __UINT16_C(c) c
#define __UINT32_C(c) c ## U
#define __UINT8_C(c) c
#define __UINT_FAST8_MAX__ 0xff
#define __UINT_LEAST16_MAX__ 0xffff
#define __UINT_LEAST32_MAX__ 0xffffffffU
#define __UINT_LEAST8_MAX__ 0xff
#ifdef __ILP32__
#define __FLT_EVAL_METHOD_TS_18661_3__ 2
#define __INT64_C(c) c ## LL
#define __INTMAX_C(c) c ## LL
#define __INTPTR_WIDTH__ 32
#define __INT_FAST16_MAX__ 0x7fffffff
#define __INT_FAST16_WIDTH__ 32
#define __INT_FAST32_MAX__ 0x7fffffff
#define __INT_FAST32_WIDTH__ 32
#define __INT_FAST64_MAX__ 0x7fffffffffffffffLL
#define __INT_LEAST64_MAX__ 0x7fffffffffffffffLL
#define __LAHF_SAHF__ 1
#define __LONG_WIDTH__ 32
#define __PTRDIFF_WIDTH__ 32
#define __SIZEOF_FLOAT80__ 12
#define __SIZE_WIDTH__ 32
#define __UINT64_C(c) c ## ULL
#define __UINTMAX_C(c) c ## ULL
#define __UINT_FAST16_MAX__ 0xffffffffU
#define __UINT_FAST32_MAX__ 0xffffffffU
#define __UINT_FAST64_MAX__ 0xffffffffffffffffULL
#define __UINT_LEAST64_MAX__ 0xffffffffffffffffULL
#define __i686 1
#define __i686__ 1
#define __pentiumpro 1
#define __pentiumpro__ 1
#elif defined __LP64__
#define __FLT_EVAL_METHOD_TS_18661_3__ 0
#define __FXSR__ 1
#define __INT64_C(c) c ## L
#define __INTMAX_C(c) c ## L
#define __INTPTR_WIDTH__ 64
#define __INT_FAST16_MAX__ 0x7fffffffffffffffL
#define __INT_FAST16_WIDTH__ 64
#define __INT_FAST32_MAX__ 0x7fffffffffffffffL
#define __INT_FAST32_WIDTH__ 64
#define __INT_FAST64_MAX__ 0x7fffffffffffffffL
#define __INT_LEAST64_MAX__ 0x7fffffffffffffffL
#define __LONG_WIDTH__ 64
#define __MMX_WITH_SSE__ 1
#define __MMX__ 1
#define __PTRDIFF_WIDTH__ 64
#define __SIZEOF_FLOAT80__ 16
#define __SIZE_WIDTH__ 64
#define __SSE2_MATH__ 1
#define __SSE_MATH__ 1
#define __UINT64_C(c) c ## UL
#define __UINTMAX_C(c) c ## UL
#define __UINT_FAST16_MAX__ 0xffffffffffffffffUL
#define __UINT_FAST32_MAX__ 0xffffffffffffffffUL
#define __UINT_FAST64_MAX__ 0xffffffffffffffffUL
#define __UINT_LEAST64_MAX__ 0xffffffffffffffffUL
#else
#define __FLT_EVAL_METHOD_TS_18661_3__ 0
#define __FXSR__ 1
#define __INT64_C(c) c ## LL
#define __INTMAX_C(c) c ## LL
#define __INTPTR_WIDTH__ 64
#define __INT_FAST16_MAX__ 0x7fffffffffffffffLL
#define __INT_FAST16_WIDTH__ 64
#define __INT_FAST32_MAX__ 0x7fffffffffffffffLL
#define __INT_FAST32_WIDTH__ 64
#define __INT_FAST64_MAX__ 0x7fffffffffffffffLL
#define __INT_LEAST64_MAX__ 0x7fffffffffffffffLL
#define __LONG_WIDTH__ 32
#define __MMX_WITH_SSE__ 1
#define __MMX__ 1
#define __PTRDIFF_WIDTH__ 64
#define __SIZEOF_FLOAT80__ 16
#define __SIZE_WIDTH__ 64
#define __SSE2_MATH__ 1
#define __SSE_MATH__ 1
#define __UINT64_C(c) c ## ULL
#define __UINTMAX_C(c) c ## ULL
#define __UINT_FAST16_MAX__ 0xffffffffffffffffULL
#define __UINT_FAST32_MAX__ 0xffffffffffffffffULL
#define __UINT_FAST64_MAX__ 0xffffffffffffffffULL
#define __UINT_LEAST64_MAX__ 0xffffffffffffffffULL
#endif
#if __SIZEOF_WCHAR_T__ == 4
#define __WCHAR_MIN__ (-__WCHAR_MAX__ - 1)
#define __WCHAR_WIDTH__ 32
#define __WINT_MAX__ 0xffffffffU
#define __WINT_MIN__ 0U
#define __WINT_WIDTH__ 32
#else
#define __WCHAR_MIN__ 0
#define __WCHAR_WIDTH__ 16
#define __WINT_MAX__ 0xffff
#define __WINT_MIN__ 0
#define __WINT_WIDTH__ 16
#endif
