package need

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Slurm is a cluster on this machine, on the loopback interface: munged, slurmctld and two slurmd, which
// stand for nodes n1 and n2.
type Slurm struct {
	tb   testing.TB
	dir  string
	conf string
	path map[string]string
}

// slurmWait bounds how long the cluster may take to be ready, in seconds.
const slurmWait = 60

const slurmConf = `ClusterName=hardbop
SlurmctldHost=%[1]s(127.0.0.1)
SlurmUser=%[2]s
SlurmdUser=%[2]s
AuthType=auth/munge
AuthInfo=socket=%[3]s/munge.sock
CredType=cred/munge
SlurmctldPort=%[4]d
SlurmctldPidFile=%[3]s/slurmctld.pid
SlurmdPidFile=%[3]s/slurmd-%%n.pid
SlurmdSpoolDir=%[3]s/spool-%%n
StateSaveLocation=%[3]s/state
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
MailProg=/bin/true
ReturnToService=2
SlurmdTimeout=6
SlurmctldTimeout=10
MessageTimeout=5
KillWait=1
MinJobAge=10
MaxArraySize=101
SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0
NodeName=n1 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[5]d CPUs=2 RealMemory=3000
NodeName=n2 NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=%[6]d CPUs=2 RealMemory=3000
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`

// NewSlurm starts a cluster, which ends with the test. Commands of Slurm, and what they start, find it by the
// environment.
func NewSlurm(tb testing.TB) *Slurm {
	tb.Helper()
	s := &Slurm{tb: tb, dir: tb.TempDir(), path: map[string]string{}}
	for _, name := range []string{"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol", "sinfo"} {
		file, err := exec.LookPath(name)
		if err != nil {
			if file, err = exec.LookPath(filepath.Join("/usr/sbin", name)); err != nil {
				Missing(tb, err)
			}
		}
		s.path[name] = file
	}
	s.configure()
	s.begin("munged", nil, "--foreground", "--force", "--socket="+s.file("munge.sock"), "--key-file="+s.file("munge.key"),
		"--pid-file="+s.file("munged.pid"), "--seed-file="+s.file("munge.seed"), "--log-file="+s.file("munged.log"))
	s.until("munged listens", func() bool { _, err := os.Stat(s.file("munge.sock")); return err == nil })
	s.StartController()
	for _, node := range []string{"n1", "n2"} {
		s.StartNode(node)
	}
	s.until("two nodes are idle", func() bool { return s.Says("sinfo", "-h", "-o", "%T %D") == "idle 2" })
	return s
}

func (s *Slurm) file(name string) string { return filepath.Join(s.dir, name) }

// configure writes the configuration, with ports that are free, and the key of munge.
func (s *Slurm) configure() {
	s.tb.Helper()
	host, err := os.Hostname()
	if err != nil {
		s.tb.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	me, err := user.Current()
	if err != nil {
		s.tb.Fatal(err)
	}
	var ports [3]int
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			s.tb.Fatal(err)
		}
		defer l.Close()
		ports[i] = l.Addr().(*net.TCPAddr).Port
	}
	key := make([]byte, 128)
	if _, err := rand.Read(key); err != nil {
		s.tb.Fatal(err)
	}
	s.conf = s.file("slurm.conf")
	for name, text := range map[string]string{"munge.key": string(key), "slurm.conf": fmt.Sprintf(slurmConf, host, me.Username, s.dir, ports[0], ports[1], ports[2])} {
		if err := os.WriteFile(s.file(name), []byte(text), 0o600); err != nil {
			s.tb.Fatal(err)
		}
	}
	if err := os.Mkdir(s.file("state"), 0o700); err != nil {
		s.tb.Fatal(err)
	}
	switch tb := s.tb.(type) {
	case interface{ Setenv(string, string) }:
		tb.Setenv("SLURM_CONF", s.conf)
	}
}

// begin starts a daemon, which is killed when the test ends, with all that it started.
func (s *Slurm) begin(name string, env []string, args ...string) {
	s.tb.Helper()
	log, err := os.OpenFile(s.file(name+".out"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		s.tb.Fatal(err)
	}
	defer log.Close()
	cmd := exec.Command(s.path[name], args...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.Env = append(append(os.Environ(), "SLURM_CONF="+s.conf), env...)
	if err := cmd.Start(); err != nil {
		Missing(s.tb, err)
	}
	go cmd.Wait()
	s.tb.Cleanup(func() { s.kill("SLURM_CONF=" + s.conf) })
}

// StartController starts slurmctld, which may have been running before.
func (s *Slurm) StartController() {
	s.tb.Helper()
	s.begin("slurmctld", []string{"HARDBOP_TEST=controller of " + s.dir}, "-D", "-f", s.conf)
}

// StopController ends slurmctld, which writes down what it knows. Killed in between it gives the same
// number to two jobs when it comes back, and its nodes refuse that until somebody looks after them.
func (s *Slurm) StopController() {
	s.tb.Helper()
	mark := "HARDBOP_TEST=controller of " + s.dir
	s.signal(syscall.SIGTERM, mark)
	s.until("the controller has ended", func() bool { return s.signal(0, mark) == 0 })
}

// StartNode starts the slurmd of a node.
func (s *Slurm) StartNode(node string) {
	s.tb.Helper()
	s.begin("slurmd", []string{"HARDBOP_TEST=" + node + " of " + s.dir}, "-D", "-N", node, "-f", s.conf)
}

// KillNode kills a node's slurmd and all that runs there, if any task does: it reports whether one did.
func (s *Slurm) KillNode(node string) bool {
	daemons, tasks := []string{"HARDBOP_TEST=" + node + " of " + s.dir}, []string{"SLURM_CONF=" + s.conf, "SLURMD_NODENAME=" + node}
	s.signal(syscall.SIGSTOP, daemons...)
	runs := s.signal(syscall.SIGSTOP, tasks...) > 0
	sig := syscall.SIGCONT
	if runs {
		sig = syscall.SIGKILL
	}
	s.signal(sig, tasks...)
	s.signal(sig, daemons...)
	return runs
}

// kill kills the processes, but this one, with these in their environment.
func (s *Slurm) kill(variables ...string) { s.signal(syscall.SIGKILL, variables...) }

// signal sends them a signal, and counts them.
func (s *Slurm) signal(sig syscall.Signal, variables ...string) int {
	n := 0
	found, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range found {
		env, err := os.ReadFile(file)
		env = append(append([]byte{0}, env...), 0)
		all := err == nil
		for _, v := range variables {
			all = all && bytes.Contains(env, []byte("\x00"+v+"\x00"))
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if all && err == nil && pid != os.Getpid() {
			_ = syscall.Kill(pid, sig)
			n++
		}
	}
	return n
}

// Says returns what a command of Slurm prints; "" if it fails.
func (s *Slurm) Says(name string, args ...string) string {
	cmd := exec.Command(s.path[name], args...)
	cmd.Env = append(os.Environ(), "SLURM_CONF="+s.conf)
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// until waits for the cluster to be ready.
func (s *Slurm) until(what string, ready func() bool) {
	s.tb.Helper()
	for range slurmWait * 5 {
		if ready() {
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
	logs := ""
	for _, name := range []string{"munged", "slurmctld", "slurmd"} {
		text, _ := os.ReadFile(s.file(name + ".out"))
		logs += name + ":\n" + string(text)
	}
	Missing(s.tb, fmt.Errorf("Slurm isn't ready after %d s: not %s\n%s", slurmWait, what, logs))
}
