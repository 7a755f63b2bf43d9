package wayland

// The numbers of requests in their protocols.
const (
	displaySync, displayRegistry                          = 0, 1
	registryBind                                          = 0
	compositorSurface, compositorRegion                   = 0, 1
	surfaceDestroy, surfaceAttach, surfaceFrame           = 0, 1, 3
	surfaceInput, surfaceCommit, surfaceDamage            = 5, 6, 9 // damage in pixels of the buffer
	subcompositorSubsurface                               = 1
	subsurfaceDestroy, subsurfacePosition                 = 0, 1
	viewporterViewport                                    = 1
	viewportDestroy, viewportDestination                  = 0, 2
	shmPool                                               = 0
	poolBuffer, poolDestroy                               = 0, 1
	bufferDestroy                                         = 0
	outputRelease                                         = 0
	xdgOutputsOutput, xdgOutputDestroy                    = 1, 0
	shellLayer                                            = 0
	layerSize, layerAnchor, layerExclusive, layerKeyboard = 0, 1, 2, 4
	layerAcknowledge, layerDestroy                        = 6, 7
	topmost, everyEdge, wholeOutput, noKeyboard, argb     = 3, 15, -1, 0, 0
)
