package native

import (
	"errors"

	"github.com/ebitengine/purego"
)

// functions are the C functions in use, under names without their prefixes.
type functions struct {
	version         func() string
	backendInit     func()
	logSet          func(callback, data uintptr)
	loadBackends    func(dir string)
	deviceCount     func() uintptr
	deviceAt        func(i uintptr) uintptr
	deviceName      func(device uintptr) string
	deviceText      func(device uintptr) string
	deviceType      func(device uintptr) int32
	deviceMemory    func(device uintptr, free, total *uintptr)
	modelDefaults   func() modelParams
	contextDefaults func() contextParams
	modelLoad       func(path string, p modelParams) uintptr
	modelFree       func(model uintptr)
	modelVocab      func(model uintptr) uintptr
	modelLayers     func(model uintptr) int32
	modelEmbedding  func(model uintptr) int32
	modelHeads      func(model uintptr) int32
	modelHeadsKV    func(model uintptr) int32
	modelTrained    func(model uintptr) int32
	modelSize       func(model uintptr) uint64
	modelText       func(model uintptr, buf *byte, size uintptr) int32
	modelMeta       func(model uintptr, key string, buf *byte, size uintptr) int32
	contextNew      func(model uintptr, p contextParams) uintptr
	contextFree     func(context uintptr)
	contextTokens   func(context uintptr) uint32
	vocabTokens     func(vocab uintptr) int32
	vocabEnds       func(vocab uintptr, token Token) bool
	vocabControl    func(vocab uintptr, token Token) bool
	vocabBegin      func(vocab uintptr) Token
	vocabEnd        func(vocab uintptr) Token
	vocabAddsBegin  func(vocab uintptr) bool
	tokenize        func(vocab uintptr, text *byte, size int32, out *Token, room int32, addSpecial, parseSpecial bool) int32
	tokenPiece      func(vocab uintptr, token Token, buf *byte, size, lstrip int32, special bool) int32
	batchOf         func(tokens *Token, n int32) batch
	batchNew        func(tokens, embedding, sequences int32) batch
	batchFree       func(b batch)
	encode          func(context uintptr, b batch) int32
	pooling         func(context uintptr) int32
	pooledAt        func(context uintptr, sequence int32) *float32
	decode          func(context uintptr, b batch) int32
	logitsAt        func(context uintptr, i int32) *float32
	synchronise     func(context uintptr)
	memory          func(context uintptr) uintptr
	memoryClear     func(memory uintptr, data bool)
	memoryRemove    func(memory uintptr, sequence, from, to int32) bool
	memoryMin       func(memory uintptr, sequence int32) int32
	modelWindow     func(model uintptr) int32
	modelRecurrent  func(model uintptr) bool
	modelHybrid     func(model uintptr) bool
	stateSize       func(context uintptr, sequence int32, flags uint32) uintptr
	stateGet        func(context uintptr, to *byte, size uintptr, sequence int32, flags uint32) uintptr
	stateSet        func(context uintptr, from *byte, size uintptr, sequence int32, flags uint32) uintptr
}

// bind finds every function in the opened libraries.
func (f *functions) bind(handles []uintptr) error {
	var missing []error
	for _, b := range f.names() {
		if !bindOne(handles, b.into, b.name) {
			missing = append(missing, errors.New(b.name+" is missing in the libraries"))
		}
	}
	return errors.Join(missing...)
}

func bindOne(handles []uintptr, into any, name string) bool {
	for _, h := range handles {
		if symbol := findSymbol(h, name); symbol != 0 {
			purego.RegisterFunc(into, symbol)
			return true
		}
	}
	return false
}

type binding struct {
	into any
	name string
}

func (f *functions) names() []binding {
	return []binding{
		{&f.version, "llama_version"},
		{&f.backendInit, "llama_backend_init"},
		{&f.logSet, "llama_log_set"},
		{&f.loadBackends, "ggml_backend_load_all_from_path"},
		{&f.deviceCount, "ggml_backend_dev_count"},
		{&f.deviceAt, "ggml_backend_dev_get"},
		{&f.deviceName, "ggml_backend_dev_name"},
		{&f.deviceText, "ggml_backend_dev_description"},
		{&f.deviceType, "ggml_backend_dev_type"},
		{&f.deviceMemory, "ggml_backend_dev_memory"},
		{&f.modelDefaults, "llama_model_default_params"},
		{&f.contextDefaults, "llama_context_default_params"},
		{&f.modelLoad, "llama_model_load_from_file"},
		{&f.modelFree, "llama_model_free"},
		{&f.modelVocab, "llama_model_get_vocab"},
		{&f.modelLayers, "llama_model_n_layer"},
		{&f.modelEmbedding, "llama_model_n_embd"},
		{&f.modelHeads, "llama_model_n_head"},
		{&f.modelHeadsKV, "llama_model_n_head_kv"},
		{&f.modelTrained, "llama_model_n_ctx_train"},
		{&f.modelSize, "llama_model_size"},
		{&f.modelText, "llama_model_desc"},
		{&f.modelMeta, "llama_model_meta_val_str"},
		{&f.contextNew, "llama_init_from_model"},
		{&f.contextFree, "llama_free"},
		{&f.contextTokens, "llama_n_ctx"},
		{&f.vocabTokens, "llama_vocab_n_tokens"},
		{&f.vocabEnds, "llama_vocab_is_eog"},
		{&f.vocabControl, "llama_vocab_is_control"},
		{&f.vocabBegin, "llama_vocab_bos"},
		{&f.vocabEnd, "llama_vocab_eos"},
		{&f.vocabAddsBegin, "llama_vocab_get_add_bos"},
		{&f.tokenize, "llama_tokenize"},
		{&f.tokenPiece, "llama_token_to_piece"},
		{&f.batchOf, "llama_batch_get_one"},
		{&f.batchNew, "llama_batch_init"},
		{&f.batchFree, "llama_batch_free"},
		{&f.encode, "llama_encode"},
		{&f.pooling, "llama_pooling_type"},
		{&f.pooledAt, "llama_get_embeddings_seq"},
		{&f.decode, "llama_decode"},
		{&f.logitsAt, "llama_get_logits_ith"},
		{&f.synchronise, "llama_synchronize"},
		{&f.memory, "llama_get_memory"},
		{&f.memoryClear, "llama_memory_clear"},
		{&f.memoryRemove, "llama_memory_seq_rm"},
		{&f.memoryMin, "llama_memory_seq_pos_min"},
		{&f.modelWindow, "llama_model_n_swa"},
		{&f.modelRecurrent, "llama_model_is_recurrent"},
		{&f.modelHybrid, "llama_model_is_hybrid"},
		{&f.stateSize, "llama_state_seq_get_size_ext"},
		{&f.stateGet, "llama_state_seq_get_data_ext"},
		{&f.stateSet, "llama_state_seq_set_data_ext"},
	}
}
