#define _GNU_SOURCE
#include "Spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#define REPRISE_SPAWN_CLOSES 0

/// Sets up the standard files and closes all others.
static int place_files(posix_spawn_file_actions_t *actions, const int files[3],
                       const char *terminal) {
  int problem = 0;
  // The first terminal that a session leader opens becomes its controlling terminal.
  if (terminal) problem = posix_spawn_file_actions_addopen(actions, 0, terminal, O_RDWR, 0);
  for (int file = 0; problem == 0 && file <= STDERR_FILENO; file += 1) {
    if (terminal)
      problem = posix_spawn_file_actions_adddup2(actions, 0, file);
    else if (files[file] >= 0)
      problem = posix_spawn_file_actions_adddup2(actions, files[file], file);
  }
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  // Our files are close-on-exec; a library's may not be.
  if (problem == 0) problem = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#endif
  return problem;
}

/// Resets the child's signals, because it would inherit blocked and ignored ones, and sets its group
/// or session.
static int set_attributes(posix_spawnattr_t *attributes, pid_t group) {
  sigset_t signals;
  sigemptyset(&signals);
  int problem = posix_spawnattr_setsigmask(attributes, &signals);
  sigfillset(&signals);
  if (problem == 0) problem = posix_spawnattr_setsigdefault(attributes, &signals);
  if (problem == 0 && group >= 0) problem = posix_spawnattr_setpgroup(attributes, group);
  if (problem == 0)
    problem = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | REPRISE_SPAWN_CLOSES |
                        (group < 0 ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP));
  return problem;
}

/// Exit statuses are lost while SIGCHLD is ignored, which may be inherited from the parent process.
static void care_for_children(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) &&
      action.sa_handler == SIG_IGN)
    signal(SIGCHLD, SIG_DFL);
}

int reprise_spawn(pid_t *process, const char *path, char *const argv[], char *const envp[],
                  const int files[3], pid_t group, const char *terminal) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  care_for_children();
  int problem = posix_spawn_file_actions_init(&actions);
  if (problem != 0) return problem;
  problem = posix_spawnattr_init(&attributes);
  if (problem == 0) {
    problem = place_files(&actions, files, terminal);
    if (problem == 0) problem = set_attributes(&attributes, group);
    if (problem == 0) problem = posix_spawn(process, path, &actions, &attributes, argv, envp);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return problem;
}

int reprise_wait_for_change(pid_t process) {
  siginfo_t change = {0};
  while (waitid(P_PID, (id_t)process, &change, WEXITED | WSTOPPED | WNOWAIT) != 0)
    if (errno != EINTR) return 0;
  if (change.si_code != CLD_STOPPED) return 0;
  // WNOWAIT left the change pending. Consume a stop, so that it is reported only once.
  siginfo_t stop = {0};
  int taken = waitid(P_PID, (id_t)process, &stop, WSTOPPED | WNOHANG);
  return taken == 0 && stop.si_code == CLD_STOPPED ? stop.si_status : -1;
}

int reprise_pipe(int ends[2]) {
  return pipe2(ends, O_CLOEXEC);
}

int reprise_memory_file(void) {
  return memfd_create("reprise", MFD_CLOEXEC);
}

int reprise_replace_process(char *const argv[], char *const envp[], int kept) {
#ifdef CLOSE_RANGE_CLOEXEC
  // Our files are close-on-exec; a library's may not be.
  (void)close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
#endif
  if (fcntl(kept, F_SETFD, 0) != 0) return errno;
  // The program's file, also if an upgrade has replaced it meanwhile.
  execve("/proc/self/exe", argv, envp);
  const int problem = errno;
  (void)fcntl(kept, F_SETFD, FD_CLOEXEC);
  return problem;
}

void reprise_name_process(const char *name) {
  (void)prctl(PR_SET_NAME, name, 0, 0, 0);
}
