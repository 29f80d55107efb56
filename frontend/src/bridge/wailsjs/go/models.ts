export namespace main {
	
	export interface BuilderInfo {
	    address: string;
	    why: string;
	    version: string;
	    ok: boolean;
	    problem: string;
	}
	export interface Cause {
	    rule: string;
	    path: string;
	    line: number;
	    excerpt: string;
	    source: string;
	}
	export interface Sizes {
	    database_bytes: number;
	    runs: number;
	}
	export interface PhaseTime {
	    phase: string;
	    runs: number;
	    duration_ms: number;
	}
	export interface Diagnostics {
	    version: string;
	    data_folder: string;
	    database: string;
	    phases: PhaseTime[];
	    log: string[];
	    sizes: Sizes;
	}
	export interface LintFinding {
	    line: number;
	    rule: string;
	    message: string;
	    error: boolean;
	}
	export interface DockerfileText {
	    content: string;
	    fields: string[][];
	    lint: LintFinding[];
	    error: string;
	}
	export interface EventRow {
	    seq: number;
	    run_id: string;
	    ts: number;
	    type: string;
	    event: any;
	}
	export interface ExportFile {
	    path: string;
	    content: string;
	    exists: boolean;
	    same: boolean;
	}
	export interface ExportResult {
	    path: string;
	    state: string;
	    backup: string;
	    message: string;
	}
	export interface Fault {
	    code: string;
	    message: string;
	    hint: string;
	    report: string;
	}
	export interface FieldDiff {
	    field: string;
	    a: string;
	    b: string;
	    evidence_a: Cause;
	    evidence_b: Cause;
	}
	export interface FileText {
	    path: string;
	    text: string;
	    truncated: boolean;
	    binary: boolean;
	}
	export interface FolderInfo {
	    path: string;
	    name: string;
	    exists: boolean;
	    is_folder: boolean;
	    kind: string;
	    parent: string;
	    message: string;
	}
	export interface RunRow {
	    id: string;
	    path: string;
	    name: string;
	    state: string;
	    started_at: number;
	    duration_ms: number;
	    services: number;
	    language: string;
	    framework: string;
	    confidence: number;
	    edited: boolean;
	    proof: string;
	    folder_exists: boolean;
	}
	export interface HistoryPage {
	    runs: RunRow[];
	    total: number;
	}
	
	export interface Node {
	    name: string;
	    path: string;
	    is_dir: boolean;
	    size: number;
	    service: string;
	    manifest: boolean;
	    evidence: number;
	}
	export interface Notice {
	    level: string;
	    message: string;
	    hint: string;
	}
	
	export interface Problem {
	    service: string;
	    field: string;
	    rule: string;
	    level: string;
	    message: string;
	    fix: string;
	}
	export interface PreviewInfo {
	    id: string;
	    run_id: string;
	    service: string;
	    engine: string;
	    pages: string[];
	}
	export interface ProofRow {
	    id: string;
	    run_id: string;
	    service: string;
	    verdict: string;
	    builder: string;
	    started_at: number;
	    duration_ms: number;
	    cause: string;
	}
	
	export interface Sample {
	    name: string;
	    title: string;
	    language: string;
	}
	export interface ServiceDiff {
	    service: string;
	    state: string;
	    fields: FieldDiff[];
	}
	export interface ServiceState {
	    service: string;
	    name: string;
	    document: string;
	    original: string;
	    edited: string[];
	    can_undo: boolean;
	    can_redo: boolean;
	    problems: Problem[];
	    dockerfile: DockerfileText;
	    by_hand: boolean;
	    generated: string;
	    dockerfile_path: string;
	    existing: string;
	    existing_path: string;
	}
	
	export interface Snapshot {
	    run_id: string;
	    path: string;
	    name: string;
	    hint: string;
	    state: string;
	    seq: number;
	    started_at: number;
	    duration_ms: number;
	    missing: string;
	    error?: Fault;
	    events: EventRow[];
	    services: string[];
	    documents: string[];
	    original: string[];
	    problems: Problem[];
	}
	export interface StartInfo {
	    version: string;
	    platform: string;
	    open_path: string;
	    theme: string;
	    zoom: number;
	    reduced_motion: boolean;
	    first_run: boolean;
	    last_run_id: string;
	    screen: string;
	    notices: Notice[];
	}

}

export namespace settings {
	
	export interface Settings {
	    theme: string;
	    zoom: number;
	    reduced_motion: boolean;
	    ignored_folders: string[];
	    max_files: number;
	    max_depth: number;
	    timeout_s: number;
	    keep_days: number;
	}

}

