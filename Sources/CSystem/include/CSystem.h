// What the C library offers and Swift's own module of it doesn't, or not safely: signals and the
// terminal at a crash, starting programs, the main queue's descriptor, memory for secrets.
//
// No header here includes one of the C library that defines its types: Swift might take them for
// this module's, and ask every file that uses one to import it. So a process is an `int`.
#ifndef REPRISE_SYSTEM_H
#define REPRISE_SYSTEM_H

#include "MainQueue.h"
#include "Rescue.h"
#include "Secret.h"
#include "Spawn.h"
#include "Stops.h"

#endif
