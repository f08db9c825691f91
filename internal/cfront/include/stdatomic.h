/* Atomics, C17 7.17. */
#ifndef HARDBOP_STDATOMIC_H
#define HARDBOP_STDATOMIC_H
typedef enum {
	memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst
} memory_order;
typedef _Atomic _Bool atomic_bool;
typedef _Atomic char atomic_char;
typedef _Atomic signed char atomic_schar;
typedef _Atomic unsigned char atomic_uchar;
typedef _Atomic short atomic_short;
typedef _Atomic unsigned short atomic_ushort;
typedef _Atomic int atomic_int;
typedef _Atomic unsigned int atomic_uint;
typedef _Atomic long atomic_long;
typedef _Atomic unsigned long atomic_ulong;
typedef _Atomic long long atomic_llong;
typedef _Atomic unsigned long long atomic_ullong;
typedef _Atomic __WCHAR_TYPE__ atomic_wchar_t;
typedef _Atomic __INTPTR_TYPE__ atomic_intptr_t;
typedef _Atomic __UINTPTR_TYPE__ atomic_uintptr_t;
typedef _Atomic __SIZE_TYPE__ atomic_size_t;
typedef _Atomic __PTRDIFF_TYPE__ atomic_ptrdiff_t;
typedef _Atomic __INTMAX_TYPE__ atomic_intmax_t;
typedef _Atomic __UINTMAX_TYPE__ atomic_uintmax_t;
typedef struct { _Atomic _Bool value; } atomic_flag;
#define ATOMIC_FLAG_INIT { 0 }
#define ATOMIC_VAR_INIT(v) (v)
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
#define kill_dependency(y) (y)
#define atomic_init(p, v) ((void)(*(p) = (v)))
#define atomic_thread_fence(order) __atomic_thread_fence(order)
#define atomic_signal_fence(order) __atomic_signal_fence(order)
#define atomic_is_lock_free(p) 1
#define atomic_store(p, v) __atomic_store_n(p, v, 5)
#define atomic_store_explicit(p, v, order) __atomic_store_n(p, v, order)
#define atomic_load(p) __atomic_load_n(p, 5)
#define atomic_load_explicit(p, order) __atomic_load_n(p, order)
#define atomic_exchange(p, v) __atomic_exchange_n(p, v, 5)
#define atomic_exchange_explicit(p, v, order) __atomic_exchange_n(p, v, order)
#define atomic_compare_exchange_strong(p, old, v) __atomic_compare_exchange_n(p, old, v, 0, 5, 5)
#define atomic_compare_exchange_weak(p, old, v) __atomic_compare_exchange_n(p, old, v, 1, 5, 5)
#define atomic_compare_exchange_strong_explicit(p, old, v, yes, no) __atomic_compare_exchange_n(p, old, v, 0, yes, no)
#define atomic_compare_exchange_weak_explicit(p, old, v, yes, no) __atomic_compare_exchange_n(p, old, v, 1, yes, no)
#define atomic_fetch_add(p, v) __atomic_fetch_add(p, v, 5)
#define atomic_fetch_add_explicit(p, v, order) __atomic_fetch_add(p, v, order)
#define atomic_fetch_sub(p, v) __atomic_fetch_sub(p, v, 5)
#define atomic_fetch_sub_explicit(p, v, order) __atomic_fetch_sub(p, v, order)
#define atomic_fetch_or(p, v) __atomic_fetch_or(p, v, 5)
#define atomic_fetch_or_explicit(p, v, order) __atomic_fetch_or(p, v, order)
#define atomic_fetch_xor(p, v) __atomic_fetch_xor(p, v, 5)
#define atomic_fetch_xor_explicit(p, v, order) __atomic_fetch_xor(p, v, order)
#define atomic_fetch_and(p, v) __atomic_fetch_and(p, v, 5)
#define atomic_fetch_and_explicit(p, v, order) __atomic_fetch_and(p, v, order)
#define atomic_flag_test_and_set(p) __atomic_exchange_n(&(p)->value, 1, 5)
#define atomic_flag_test_and_set_explicit(p, order) __atomic_exchange_n(&(p)->value, 1, order)
#define atomic_flag_clear(p) __atomic_store_n(&(p)->value, 0, 5)
#define atomic_flag_clear_explicit(p, order) __atomic_store_n(&(p)->value, 0, order)
#endif
