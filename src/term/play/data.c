/* data.c - the user's data directory: $XDG_DATA_HOME/lammer, or .local/share/lammer at home. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "play.h"

bool data_path(char *path, size_t size, const char *file)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = 0;
    if (data && data[0] == '/') {
        length = snprintf(path, size, "%s/lammer/%s", data, file);
    } else if (home && home[0] == '/') {
        length = snprintf(path, size, "%s/.local/share/lammer/%s", home, file);
    }
    return length > 0 && (size_t)length < size;
}

bool data_make_folders(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0700) != 0 && errno != EEXIST && errno != EROFS && errno != EACCES) return false;
        *slash = '/';
    }
    char *last = strrchr(folder, '/');
    if (last) *last = '\0';
    return access(folder, W_OK | X_OK) == 0;
}

static bool write_whole(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t n = write(fd, text, length);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        text += n;
        length -= (size_t)n;
    }
    return true;
}

/* A reader finds the old file or the new one, never half of it. */
bool data_write(const char *path, const char *text, size_t length)
{
    char fresh[PATH_MAX];
    int n = snprintf(fresh, sizeof fresh, "%s.new", path);
    if (n < 0 || (size_t)n >= sizeof fresh) {
        errno = ENAMETOOLONG;
        return false;
    }
    int fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    bool written = write_whole(fd, text, length);
    if (close(fd) != 0) written = false;
    if (written && rename(fresh, path) == 0) return true;
    int reason = errno;
    unlink(fresh);
    errno = reason;
    return false;
}
