package server

import "sync"

// all are the servers that people have, as their makers described them in
// November 2026. What is not certain is not here: a client learns it.
var all = sync.OnceValue(func() []Kind {
	return []Kind{
		{
			// https://lmstudio.ai/docs/developer/openai-compat and its "tools" and
			// "structured-output"; https://lmstudio.ai/docs/developer/core/authentication
			ID: "lmstudio", Title: "LM Studio", Port: "1234", Address: "http://localhost:1234", Path: "/v1",
			KeyNames: []string{"LM_API_TOKEN"},
			Model:    "qwen/qwen3-8b, as LM Studio lists it",
			Note:     "Start its server on the Developer page and load the model with a context of 16,000 tokens or more.",
		},
		{
			// llama.cpp, tools/server/README.md and common/arg.cpp; a choice by name is
			// no text there and so the same as none (tools/server/server-common.cpp).
			ID: "llama-server", Title: "llama.cpp's server", Port: "8080", Address: "http://localhost:8080", Path: "/v1",
			KeyNames: []string{"LLAMA_API_KEY"},
			Model:    "any, where it holds one model",
			Note:     "Start it with --jinja, so that it can call tools, and with --ctx-size 16384 or more.",
		},
		{
			// https://docs.vllm.ai/en/latest/features/tool_calling/ and
			// https://docs.vllm.ai/en/latest/serving/openai_compatible_server/
			ID: "vllm", Title: "vLLM", Port: "8000", Address: "http://localhost:8000", Path: "/v1",
			KeyNames: []string{"VLLM_API_KEY"},
			Model:    "Qwen/Qwen2.5-Coder-7B-Instruct, as it was served",
			Note:     "Start it with --enable-auto-tool-choice and the --tool-call-parser of the model.",
		},
		{
			// https://docs.litellm.ai/docs/proxy/quick_start and .../proxy/api_key_auth
			ID: "litellm", Title: "LiteLLM", Port: "4000", Address: "http://localhost:4000", Path: "/v1",
			KeyNames: []string{"LITELLM_API_KEY"},
			Model:    "a model_name of its configuration",
			Note:     "It hands on what it is sent to the providers in its configuration, which may be in the cloud.",
		},
		{
			// https://docs.ollama.com/api/openai-compatibility: of a choice it reads
			// nothing (openai/openai.go of 0.17).
			ID: "ollama", Title: "Ollama", Port: "11434", Address: "http://localhost:11434", Path: "/v1",
			KeyNames: []string{"OLLAMA_API_KEY"},
			Model:    "qwen2.5-coder:7b", Lacks: []string{"tool_choice"},
			Note: "The provider Ollama does more: it asks for a window that is large enough.",
		},
		{
			// https://openrouter.ai/docs/api/reference/overview, .../errors-and-debugging,
			// .../features/tool-calling
			ID: "openrouter", Title: "OpenRouter", Hosts: []string{"openrouter.ai"}, Address: "https://openrouter.ai/api/v1", Path: "/api/v1",
			KeyNames: []string{"OPENROUTER_API_KEY"},
			Model:    "vendor/model, such as openai/gpt-4o-mini", Forces: true,
			Note: "Choose a model that can call tools: its page names tools among the parameters.",
		},
		{
			// https://learn.microsoft.com/azure/foundry/openai/api-version-lifecycle and
			// .../openai/reference-preview-latest: keys in api-key, Entra's tokens in Authorization
			ID: "azure", Title: "Azure OpenAI", Hosts: []string{"*.openai.azure.com", "*.services.ai.azure.com", "*.cognitiveservices.azure.com", "*.openai.azure.us"},
			Address: "https://RESOURCE.openai.azure.com/openai/v1", Path: "/openai/v1",
			KeyHeader: "api-key", KeyNames: []string{"AZURE_OPENAI_API_KEY"},
			Model: "the name of your deployment", Forces: true,
			Unlisted: "it lists models, not your deployments",
			Note:     "The model is the name that you gave the deployment.",
		},
		{
			// https://docs.aws.amazon.com/bedrock/latest/userguide/inference-chat-completions.html
			ID: "bedrock", Title: "Amazon Bedrock", Hosts: []string{"bedrock-runtime.*.amazonaws.com", "bedrock-runtime-fips.*.amazonaws.com"},
			Address: "https://bedrock-runtime.REGION.amazonaws.com/openai/v1", Path: "/openai/v1",
			KeyNames: []string{"AWS_BEARER_TOKEN_BEDROCK"},
			Model:    "openai.gpt-oss-20b-1:0, with its vendor",
			Unlisted: "it lists no models here",
			Note:     "The key is one of Bedrock's own API keys, not an access key of AWS.",
		},
		{
			// https://developers.openai.com/api/docs/guides/amazon-bedrock
			ID: "bedrock-mantle", Title: "Amazon Bedrock (Mantle)", Hosts: []string{"bedrock-mantle.*.api.aws"},
			Address: "https://bedrock-mantle.REGION.api.aws/openai/v1", Path: "/openai/v1",
			KeyNames: []string{"AWS_BEARER_TOKEN_BEDROCK"},
			Model:    "openai.gpt-6-luna, with its vendor",
			Note:     "The key is one of Bedrock's own API keys, not an access key of AWS.",
		},
		{
			// https://docs.cloud.google.com/vertex-ai/generative-ai/docs/multimodal/call-gemini-using-openai-library:
			// tool_choice none, auto, required
			ID: "vertex", Title: "Vertex AI", Hosts: []string{"aiplatform.googleapis.com", "*-aiplatform.googleapis.com"},
			Address: "https://aiplatform.googleapis.com/v1/projects/PROJECT/locations/global/endpoints/openapi",
			Path:    "/v1/projects/PROJECT/locations/LOCATION/endpoints/openapi",
			Model:   "google/gemini-2.5-flash, with its publisher",
			// https://github.com/ogx-ai/ogx/issues/3988
			Unlisted: "it lists no models here",
			Note:     "The key is an access token, which lasts an hour: gcloud auth print-access-token.",
		},
	}
})
