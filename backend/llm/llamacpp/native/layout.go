package native

// Layouts of llama.h of release 0.4.0 on 64-bit systems. The order of the
// fields is the header's; guard proves the defaults at their places.

// modelParams is llama_model_params, 80 bytes.
type modelParams struct {
	devices, tensorBuffers                            uintptr
	gpuLayers, splitMode, loadMode, lazyMode, mainGPU int32
	_                                                 int32
	tensorSplit, progress, progressData, overrides    uintptr
	vocabOnly, checkTensors, extraBuffers, noHost     bool
	noAlloc, loadMTP                                  bool
	_, _                                              bool
}

// contextParams is llama_context_params, 160 bytes.
type contextParams struct {
	contextTokens, batch, ubatch, sequences, snapshots, outputs, outputsEach uint32
	threads, threadsBatch                                                    int32
	kind, ropeScaling, pooling, attention, flash                             int32
	ropeBase, ropeScale, yarnExt, yarnAttn, yarnFast, yarnSlow               float32
	yarnContext                                                              uint32
	defrag                                                                   float32
	eval, evalData                                                           uintptr
	typeK, typeV                                                             int32
	abort, abortData                                                         uintptr
	embeddings, offloadKQV, noPerf, opOffload, swaFull, unified              bool
	_, _                                                                     bool
	samplers, samplerCount, other                                            uintptr
}

// batch is llama_batch, 56 bytes.
type batch struct {
	count                                             int32
	_                                                 int32
	tokens, embeddings, positions, seqs, ids, outputs uintptr
}
