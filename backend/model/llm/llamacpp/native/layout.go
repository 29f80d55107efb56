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
	n         int32 // tokens
	_         int32
	tokens    *Token
	_         uintptr // embeddings
	positions *int32  // of each token in its sequence
	counts    *int32  // of the sequences that a token is in
	sequences **int32 // their numbers
	outputs   *int8   // which tokens something is wanted of
}

// pinnedModel are llama_model_default_params of the pinned release.
func pinnedModel() modelParams {
	return modelParams{
		devices: 0, tensorBuffers: 0, gpuLayers: -1, splitMode: 1, loadMode: -1, lazyMode: 1, mainGPU: 0,
		tensorSplit: 0, progress: 0, progressData: 0, overrides: 0,
		vocabOnly: false, checkTensors: false, extraBuffers: true, noHost: false, noAlloc: false, loadMTP: false,
	}
}

// pinnedContext are llama_context_default_params of the pinned release.
func pinnedContext() contextParams {
	return contextParams{
		contextTokens: 512, batch: 2048, ubatch: 512, sequences: 1, snapshots: 0, outputs: 0, outputsEach: 1,
		threads: 4, threadsBatch: 4, kind: 0, ropeScaling: -1, pooling: -1, attention: -1, flash: -1,
		ropeBase: 0, ropeScale: 0, yarnExt: -1, yarnAttn: -1, yarnFast: -1, yarnSlow: -1, yarnContext: 0, defrag: -1,
		eval: 0, evalData: 0, typeK: 1, typeV: 1, abort: 0, abortData: 0,
		embeddings: false, offloadKQV: true, noPerf: true, opOffload: true, swaFull: true, unified: false,
		samplers: 0, samplerCount: 0, other: 0,
	}
}
