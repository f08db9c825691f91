package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// oddPrograms are small programs in which the label ERROR is reached, or isn't, through
// calls that change what they read, aliases, recursion and conversions.
var oddPrograms = []struct {
	code int
	text string
}{
	{exitUnsafe,
		`int g; int f(int*p){ *p=*p+1; g=g+1; return *p; } int main(void){ g=0; int r=f(&g); if(r==2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitOK,
		`int g; int f(int*p){ *p=*p+1; g=g+1; return *p; } int main(void){ g=0; int r=f(&g); if(r!=2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitOK,
		`void sw(int*a,int*b){int t=*a;*a=*b;*b=t;} int main(void){int x=1,y=2; sw(&x,&y); if(x!=2||y!=1) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`void sw(int*a,int*b){int t=*a;*a=*b;*b=t;} int main(void){int x=1,y=2; sw(&x,&x); if(x==1&&y==2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int nd(void); void add(int*q,int n){*q=*q+n; if(nd()) add(q,n);} int main(void){int x=1; add(&x,2); if(x==5) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int nd(void); int f(int n){ if(n<=0) return 0; int r=f(n-1); return r+2;} int main(void){ int n=nd(); if(n==3){ int r=f(n); if(r==6) goto ERROR;} return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int g; void h(void){ g=g+1; } void f(int*p){ *p=5; h(); } int main(void){ f(&g); if(g==6) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`struct s{int a,b;}; void f(struct s*p,struct s*q){p->a=1; q->a=2;} int main(void){struct s x; f(&x,&x); if(x.a==2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int*p; int x,y; void f(void){ p=&y; *p=3; } int main(void){ p=&x; x=1; y=1; f(); if(*p==3 && x==1) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int nd(void); int main(void){ int i=0,s=0; while(nd()){ i++; s+=i; if(s==6) goto ERROR;} return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int f(int a,int b){return a-b;} int main(void){int x=3; x=f(x,1); x=f(1,x); if(x==-1) goto ERROR; return 0; ERROR: return 1;}`},
	{exitOK,
		`int f(int a,int b){return a-b;} int main(void){int x=3; x=f(x,1); x=f(1,x); if(x!=-1) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int ev(int n); int od(int n){ if(n==0) return 0; return ev(n-1);} int ev(int n){ if(n==0) return 1; return od(n-1);} int main(void){ if(ev(2)==1) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int a[4]; int nd(void); int main(void){ int i=nd(),j=nd(); if(i<0||i>3||j<0||j>3) return 0; a[i]=1; a[j]=2; if(a[i]==2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int f(int**pp){ **pp=7; *pp=0; return 1;} int main(void){int x=1; int*p=&x; int r=f(&p); if(x==7 && p==0 && r==1) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int main(void){ unsigned char c=250; c+=10; if(c==4) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int g=1; int f(void){ g=2; return 3;} int main(void){ int x=g+f(); g=g; if(g==2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int id(int a){return a;} int nd(void); int main(void){int p=nd(),q=nd(); int x=id(p); int y=id(q); if(x!=y && x==p && y==q) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int g; void set(int v){ if(v>0){ set(v-1); } g=v; } int main(void){ set(2); if(g==2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int x; int*get(void){return &x;} int main(void){ x=1; *get()=4; if(x==4) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`void f(int n,int*out){ int l=n; if(n>0){ f(n-1,&l); } *out=l+1; } int main(void){ int r=0; f(1,&r); if(r==2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int nd(void); int main(void){ int x=0,y=0,z; z=nd(); x=z; y=x; if(!(x<0)) if(!(x>0)) if(y==0&&z==0) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`static int cnt(void){ static int c; c++; return c;} int main(void){ cnt(); if(cnt()==2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`typedef int(*fp)(int); int a(int x){return x+1;} int b(int x){return x-1;} int nd(void); int main(void){ fp f=nd()?a:b; int r=f(5); if(r==4) goto ERROR; return 0; ERROR: return 1;}`},
	{exitOK,
		`int nd(void); int main(void){ int n=nd(),i=0,x=0; if(n<0) return 0; while(i<n){ i++; x++; } if(x!=n) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int g,h; void f(void){ int t=g; g=h; h=t; } int main(void){ g=1; h=2; f(); if(g==2&&h==1) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int g,h; void f(int a){ a=a+1; g=a; h=g-a; } int main(void){ h=9; g=4; f(g); if(g==5&&h==0) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int nd(void); void add(int*q,int n){ if(nd()) q=&n; *q=*q+n; } int main(void){int x=1; add(&x,2); if(x==1) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`void add(int*q,int n){ *q=*q+n; if(n>1) add(q,n-1); } int main(void){int x=1; add(&x,2); if(x==4) goto ERROR; return 0; ERROR: return 1;}`},
	{exitOK,
		`void add(int*q,int n){ *q=*q+n; if(n>1) add(q,n-1); } int main(void){int x=1; add(&x,2); if(x!=4) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int g; void add(int*q){ int o=*q; g=g+1; *q=o+1; } int main(void){ g=1; add(&g); if(g==2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitOK,
		`int g; void add(int*q){ int o=*q; g=g+1; *q=o+1; } int main(void){ g=1; add(&g); if(g!=2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int g; int f(int a){ g=g+a; return g; } int main(void){ g=1; g=f(g); g=f(g); if(g==4) goto ERROR; return 0; ERROR: return 1;}`},
	{exitOK,
		`int g; int f(int a){ g=g+a; return g; } int main(void){ g=1; g=f(g); g=f(g); if(g!=4) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int nd(void); int*p; int x,y; void f(void){ *p=*p+1; p=nd()?&x:&y; *p=*p+1; } int main(void){ x=0;y=0;p=&x; f(); if(x==1&&y==1) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`struct n{struct n*next; int v;}; void inc(struct n*h){ h->v=h->v+1; h=h->next; if(h) h->v=h->v+1; } int main(void){ struct n b={0,1}, a={&b,1}; inc(&a); if(a.v==2&&b.v==2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int a[3]; void f(int*q){ q[0]=q[0]+1; q=q+1; *q=*q+1; } int main(void){ a[0]=0;a[1]=0; f(a); if(a[0]==1&&a[1]==1) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int nd(void); int f(int n){ int k=n; while(nd()) { n++; } return n-k; } int main(void){ int r=f(3); if(r==2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`void f(int*p,int*q){ int t=*p; *q=5; if(*p!=t) *q=6; } int main(void){ int x=1; f(&x,&x); if(x==6) goto ERROR; return 0; ERROR: return 1;}`},
	{exitOK,
		`void f(int*p,int*q){ int t=*p; *q=5; if(*p!=t) *q=6; } int main(void){ int x=1,y=1; f(&x,&y); if(y==6) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int nd(void); int lk; void lock(void){ if(lk==1) goto ERROR; lk=1; return; ERROR: lk=9; } void unlock(void){ lk=0; } int main(void){ int n=nd(),o; do { lock(); o=n; if(nd()){ n++; } } while(n!=o); unlock(); return 0; }`},
	{exitOK,
		`int nd(void); int lk; void lock(void){ if(lk==1) goto ERROR; lk=1; return; ERROR: lk=9; } void unlock(void){ lk=0; } int main(void){ int n=nd(),o; do { lock(); o=n; if(nd()){ unlock(); n++; } } while(n!=o); unlock(); return 0; }`},
	{exitUnsafe,
		`int id(int a){return a;} int main(void){ int x=1,y=2; x=id(y)+id(x); y=id(x); if(y==3) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`typedef struct {int a; int b;} S; S g; void f(S*s){ S t=*s; s->a=t.b; s->b=t.a; } int main(void){ g.a=1; g.b=2; f(&g); if(g.a==2&&g.b==1) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int f(int x){ switch(x){ case 1: x=5; case 2: x=x+1; break; default: x=0;} return x;} int main(void){ if(f(1)==6&&f(2)==3&&f(7)==0) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int nd(void); void fill(int*out){ *out=nd(); } int main(void){ int a,b; fill(&a); fill(&b); if(a==3&&b==4) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`int cnt; int next(void){ return cnt++; } int main(void){ cnt=0; int a=next(), b=next(); if(a==0&&b==1&&cnt==2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitOK,
		`int cnt; int next(void){ return cnt++; } int main(void){ cnt=0; int a=next(), b=next(); if(a!=0||b!=1||cnt!=2) goto ERROR; return 0; ERROR: return 1;}`},
	{exitUnsafe,
		`void g(int**a){ int*t=a[0]; a[0]=a[1]; a[1]=t; } int main(void){ int x=1,y=2; int*v[2]; v[0]=&x; v[1]=&y; g(v); if(*v[0]==2) goto ERROR; return 0; ERROR: return 1;}`},
}

// TestOddPrograms checks them in both theories of integers.
func TestOddPrograms(t *testing.T) {
	for i, p := range oddPrograms {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "odd.c")
			if err := os.WriteFile(file, []byte(p.text+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, ints := range []string{"math", "bits"} {
				out, errs, code := tool("check", "-q", "--timeout", "60", "--property", "label:ERROR", "--ints", ints, file)
				if code != p.code {
					t.Errorf("--ints %s: exit %d, expected %d\n%s\n%s%s", ints, code, p.code, p.text, out, errs)
				}
			}
		})
	}
}
