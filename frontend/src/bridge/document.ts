/** The document of one service, as backend/universalbuild writes it. */
export interface UniversalBuild {
  version: string;
  metadata: Metadata;
  build: Build;
  runtime: Runtime;
  evidence?: Evidence[];
  warnings?: Warning[];
}

export interface Metadata {
  project_name: string;
  path: string;
  language: string;
  build_system: string;
  confidence: number;
  reasoning: string;
  kind?: "web" | "static" | "worker" | "cli";
  package_manager?: string;
  workspace_tool?: string;
  framework?: string;
  runtime_version?: string;
  backing_services?: string[];
  depends_on?: string[];
  data_setup?: DataSetup[];
}

/** How a data service is set up while it has no data. */
export interface DataSetup {
  service: string;
  user?: string;
  database?: string;
  files: { from: string; to: string }[];
  tls?: boolean;
}

export interface Build {
  base_image: string;
  workdir: string;
  system_packages: string[];
  environment: Record<string, string>;
  pre_build_commands: string[];
  build_commands: string[];
  post_build_commands: string[];
  cache_paths: string[];
  artifacts: string[];
  context?: string;
  manifests?: string[];
  secrets?: Secret[];
}

/** What a build signs in with: given to its commands as a variable or a file, and in no image. */
export interface Secret {
  id: string;
  env?: string;
  target?: string;
  file?: string;
  required?: boolean;
  description?: string;
  path?: string;
  line?: number;
}

export interface Runtime {
  base_image: string;
  workdir: string;
  system_packages: string[];
  environment: Record<string, string>;
  copy: { from: string; to: string }[];
  command: string[];
  entrypoint: string[];
  ports: Port[];
  healthcheck?: Healthcheck | null;
  user?: string;
  release?: string[];
  variables?: Variable[];
}

export interface Port {
  port: number;
  protocol: string;
}

export interface Healthcheck {
  command: string[];
  interval: string;
  timeout: string;
  retries: number;
  start_period?: string;
  path?: string;
}

export interface Variable {
  name: string;
  default?: string;
  value?: string;
  required?: boolean;
  secret?: boolean;
  type?: string;
  description?: string;
  path?: string;
  line?: number;
}

export interface Evidence {
  field: string;
  value: string;
  confidence: number;
  source: "rule" | "model" | "user";
  rule?: string;
  path?: string;
  line?: number;
  excerpt?: string;
  alternatives?: Alternative[];
}

export interface Alternative {
  value: string;
  confidence: number;
  rule?: string;
  path?: string;
  line?: number;
}

export interface Warning {
  code: string;
  message: string;
  path?: string;
  line?: number;
  fix?: string;
}
