/* A module with parameters of each kind, in the manner of Linux. The declarations stand for those of linux/moduleparam.h. */
typedef unsigned short u16; typedef signed char s8; typedef unsigned char u8;
struct module; struct kernel_param;
struct kernel_param_ops { unsigned int flags; int (*set)(const char *val, const struct kernel_param *kp); int (*get)(char *buffer, const struct kernel_param *kp); void (*free)(void *arg); };
struct kparam_string { unsigned int maxlen; char *string; };
struct kparam_array { unsigned int max; unsigned int elemsize; unsigned int *num; const struct kernel_param_ops *ops; void *elem; };
struct kernel_param { const char *name; struct module *mod; const struct kernel_param_ops *ops; const u16 perm; s8 level; u8 flags; union { void *arg; const struct kparam_string *str; const struct kparam_array *arr; }; };
extern const struct kernel_param_ops param_ops_int, param_ops_bool, param_ops_bint, param_ops_charp, param_ops_string, param_array_ops;
int param_set_int(const char *val, const struct kernel_param *kp);
int param_set_charp(const char *val, const struct kernel_param *kp);
int param_set_copystring(const char *val, const struct kernel_param *kp);
#define module_param_cb(n, ops, arg, perm) static const char __param_str_##n[] = #n; static const struct kernel_param __param_##n __attribute__((used, section("__param"))) = { __param_str_##n, 0, ops, perm, -1, 0, { arg } }
#define module_param_named(n, v, t, perm) module_param_cb(n, &param_ops_##t, &v, perm)
#define module_param(n, t, perm) module_param_named(n, n, t, perm)
#define module_param_string(n, s, len, perm) static const struct kparam_string __param_string_##n = { len, s }; module_param_cb(n, &param_ops_string, .str = &__param_string_##n, perm)
#define module_param_array(n, a, t, nump, perm) static const struct kparam_array __param_arr_##n = { .max = sizeof(a) / sizeof(a[0]), .num = nump, .ops = &param_ops_##t, .elemsize = sizeof(a[0]), .elem = a }; module_param_cb(n, &param_array_ops, .arr = &__param_arr_##n, perm)
extern void reach_error(void);
static int mode; module_param(mode, int, 0444);
static _Bool quick; module_param_named(fast, quick, bool, 0644);
static int yes; module_param(yes, bint, 0);
static char *name = "x"; module_param(name, charp, 0444);
static struct { int level; struct { int deep; }; } cfg; module_param_named(level, cfg.level, int, 0600); module_param_named(deep, cfg.deep, int, 0600);
static int ports[4]; static unsigned int nports; module_param_array(ports, ports, int, &nports, 0444);
static char *ids[3]; module_param_array(ids, ids, charp, (void *)0, 0444);
static char label[16]; module_param_string(label, label, sizeof(label), 0644);
static const int fixed = 3; module_param_cb(fixed, &param_ops_int, (void *)&fixed, 0444);
static struct { int before; char in[8]; int after; } st; module_param_string(in, st.in, sizeof(st.in), 0444);
static _Bool flags[4]; module_param_array(flags, flags, bool, (void *)0, 0444);
static int own;
static int own_set(const char *val, const struct kernel_param *kp) { return param_set_int(val, kp); }
static const struct kernel_param_ops own_ops = { .set = own_set };
module_param_cb(own, &own_ops, &own, 0644);
static int mine;
static int mine_set(const char *val, const struct kernel_param *kp) { if (*val < '0' || *val > '3') return -22; *(int *)kp->arg = *val - '0'; return 0; }
static const struct kernel_param_ops mine_ops = { .set = mine_set };
module_param_cb(mine, &mine_ops, &mine, 0644);
static int half;
static int half_get(char *b, const struct kernel_param *kp) { return 0; }
static const struct kernel_param_ops half_ops = { .set = param_set_int, .get = half_get };
module_param_cb(half, &half_ops, &half, 0644);
static char *word;
static int word_set(const char *val, const struct kernel_param *kp) { return param_set_charp(val, kp); }
static const struct kernel_param_ops word_ops = { .set = word_set };
module_param_cb(word, &word_ops, &word, 0644);
static char tag[8]; static const struct kparam_string tag_string = { sizeof(tag), tag };
static int tag_set(const char *val, const struct kernel_param *kp) { return param_set_copystring(val, kp); }
static const struct kernel_param_ops tag_ops = { .set = tag_set };
module_param_cb(tag, &tag_ops, .str = &tag_string, 0600);
struct file_operations { long (*read)(void); };
static long my_read(void) { if (mode && quick) reach_error(); return 0; }
static const struct file_operations fops = { .read = my_read };
static int start(void) { return 0; }
static inline int (*__inittest(void))(void) { return start; }
