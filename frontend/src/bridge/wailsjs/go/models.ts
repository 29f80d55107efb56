export namespace agent {
	
	export interface Asked {
	    id: string;
	    kind: string;
	    lasting: string;
	    path: string;
	    before: string;
	    after: string;
	    diff: string;
	    note: string;
	    problems: string[];
	    alterable: boolean;
	    line: string;
	    where: string;
	    why: string;
	    contained: boolean;
	    background: boolean;
	    server: string;
	    tool: string;
	    arguments: string;
	}
	export interface Call {
	    tool: string;
	    arguments: string;
	    failed?: boolean;
	}
	export interface Step {
	    kind: string;
	    text: string;
	    tool?: string;
	    asked?: Asked;
	}
	export interface Current {
	    turn: string;
	    number: number;
	    conversation: string;
	    question: string;
	    changes: boolean;
	    compact: boolean;
	    steps: Step[];
	}
	export interface File {
	    path: string;
	    status: string;
	}
	export interface Note {
	    path: string;
	    text: string;
	    sum: string;
	    cut: boolean;
	    known: boolean;
	    agreed: boolean;
	}
	export interface Opened {
	    id: string;
	    title: string;
	    model: string;
	    questions: number;
	    prompt: number;
	    written: number;
	    usd: number;
	    priced: boolean;
	    updated_at: number;
	    turns: session.Turn[];
	    unanswered: boolean;
	    undone: boolean;
	}
	export interface Place {
	    path: string;
	    first: number;
	    last: number;
	}
	export interface Reply {
	    answer: string;
	    word: string;
	    text?: string;
	}
	
	export interface Talk {
	    id: string;
	    title: string;
	    model: string;
	    questions: number;
	    prompt: number;
	    written: number;
	    usd: number;
	    priced: boolean;
	    updated_at: number;
	}

}

export namespace audit {
	
	export interface Ignored {
	    reason: string;
	    // Go type: time
	    until: any;
	}
	export interface Finding {
	    id: string;
	    kind: string;
	    severity: string;
	    rule: string;
	    message: string;
	    path?: string;
	    line?: number;
	    commit?: string;
	    evidence?: string;
	    fix: string;
	    ignored?: Ignored;
	}
	
	export interface Look {
	    name: string;
	    looked: boolean;
	    said: string;
	    ms: number;
	}
	export interface Report {
	    // Go type: time
	    at: any;
	    looks: Look[];
	    findings: Finding[];
	}

}

export namespace code {
	
	export interface Model {
	    id: string;
	    bytes: number;
	}
	export interface Found {
	    folder: string;
	    seq: number;
	    question: string;
	    state: string;
	    done: number;
	    of: number;
	    graph: number;
	    hits: codemap.Hits;
	    model: Model;
	    warning: string;
	    error?: page.Fault;
	}
	
	export interface State {
	    folder: string;
	    seq: number;
	    state: string;
	    done: number;
	    of: number;
	    rate: number;
	    graph: number;
	    files: number;
	    symbols: number;
	    kinds: string[];
	    languages: codemap.Language[];
	    other: codemap.Language[];
	    top: string;
	    partial: string;
	    warning: string;
	    error?: page.Fault;
	}

}

export namespace codemap {
	
	export interface Amount {
	    id: string;
	    count: number;
	}
	export interface Taken {
	    module: string;
	    name: string;
	    line: number;
	    path: string;
	}
	export interface Node {
	    id: string;
	    kind: string;
	    name: string;
	    path: string;
	    line: number;
	    end_line: number;
	    signature: string;
	    language: string;
	    service: string;
	    test: boolean;
	    evidence: Use[];
	}
	export interface Place {
	    id: string;
	    name: string;
	    kind: string;
	    tier: string;
	    path: string;
	    line: number;
	    test: boolean;
	}
	export interface Use {
	    service: string;
	    name: string;
	    field: string;
	    line: number;
	}
	export interface Card {
	    id: string;
	    kind: string;
	    name: string;
	    path: string;
	    line: number;
	    end_line: number;
	    signature: string;
	    language: string;
	    service: string;
	    test: boolean;
	    evidence: Use[];
	    doc: string;
	    text: string[];
	    references: Place[];
	    referred: number;
	    referrers: number;
	    names: Place[];
	    named: number;
	    members: Node[];
	    imports: Taken[];
	    dependents: string[];
	    touched: number;
	}
	export interface Part {
	    level: string;
	    path: string;
	    names: string[];
	    signatures: number;
	    whole: boolean;
	    tokens: number;
	}
	export interface Context {
	    parts: Part[];
	    tokens: number;
	    of: number;
	    text: string;
	}
	export interface Hit {
	    id: string;
	    kind: string;
	    name: string;
	    path: string;
	    line: number;
	    end_line: number;
	    signature: string;
	    language: string;
	    service: string;
	    test: boolean;
	    evidence: Use[];
	    score: number;
	}
	export interface Hits {
	    hits: Hit[];
	    total: number;
	}
	export interface Line {
	    path: string;
	    line: number;
	    text: string;
	}
	export interface Issues {
	    cycles: string[][];
	    unnamed: Node[];
	    alone: string[];
	    unread: Line[];
	    left_out: Line[];
	    problems: Line[];
	    totals: Amount[];
	}
	export interface Language {
	    id: string;
	    files: number;
	}
	
	export interface Lines {
	    lines: Line[];
	    cut: boolean;
	}
	export interface Link {
	    from: string;
	    to: string;
	    kinds: string[];
	    tier: string;
	    times: number;
	    path: string;
	    line: number;
	}
	export interface Near {
	    id: string;
	    kind: string;
	    name: string;
	    path: string;
	    line: number;
	    end_line: number;
	    signature: string;
	    language: string;
	    service: string;
	    test: boolean;
	    evidence: Use[];
	    level: number;
	    via: string;
	    via_line: number;
	    via_kind: string;
	    more: number;
	    outside: boolean;
	}
	
	
	
	export interface Row {
	    id: string;
	    kind: string;
	    name: string;
	    path: string;
	    line: number;
	    end_line: number;
	    signature: string;
	    language: string;
	    service: string;
	    test: boolean;
	    evidence: Use[];
	    folder: boolean;
	    symbols: number;
	    holds: boolean;
	}
	export interface Rows {
	    rows: Row[];
	    more: number;
	}
	
	
	export interface Vicinity {
	    focus: Node;
	    nodes: Near[];
	    links: Link[];
	    left_out: number;
	    most: number;
	}

}

export namespace fault {
	
	export interface Fault {
	    Code: string;
	    Message: string;
	    Hint: string;
	    Err: any;
	}

}

export namespace files {
	
	export interface CPUInfo {
	    model: string;
	    physical_cores: number;
	    threads: number;
	    limit: number;
	}
	export interface CardInfo {
	    name: string;
	    vendor: string;
	    driver: string;
	    kind: string;
	}
	export interface DeviceInfo {
	    name: string;
	    description: string;
	    backend: string;
	    free: number;
	    total: number;
	    chosen: boolean;
	    why: string;
	}
	export interface DiskInfo {
	    path: string;
	    free: number;
	}
	export interface DownloadRow {
	    id: string;
	    name: string;
	    file: string;
	    state: string;
	    done: number;
	    total: number;
	    rate: number;
	    eta_s: number;
	    attempt: number;
	    why: string;
	    pause_s: number;
	    error?: page.Fault;
	    updated_at: number;
	}
	export interface MemoryInfo {
	    total: number;
	    available: number;
	    limit: number;
	    usable: number;
	}
	export interface HardwareInfo {
	    os: string;
	    arch: string;
	    cpu: CPUInfo;
	    memory: MemoryInfo;
	    cards: CardInfo[];
	    cards_unknown: string;
	    devices: DeviceInfo[];
	    backend: string;
	    engine: string;
	    engine_problem?: page.Fault;
	    looked: string[];
	    inference_threads: number;
	    why: string[];
	    disk: DiskInfo;
	}
	export interface MemoryFor {
	    tokens: number;
	    bytes: number;
	}
	
	export interface ModelCheck {
	    ok: boolean;
	    message: string;
	}
	export interface ModelFile {
	    id: string;
	    name: string;
	    file: string;
	    path: string;
	    bytes: number;
	    need: number;
	    context: number;
	    parameters: string;
	    quantisation: string;
	    architecture: string;
	    licence: string;
	    licence_url: string;
	    non_commercial: boolean;
	    own: boolean;
	    in_place: boolean;
	    state: string;
	    fit: string;
	    fit_text: string;
	    recommended: boolean;
	    offered: boolean;
	    made: string;
	    answer: number;
	    on_gpu: boolean;
	    memory: MemoryFor[];
	}
	export interface ModelFiles {
	    folder: string;
	    disk_free: number;
	    memory_usable: number;
	    recommended: string;
	    why: string;
	    models: ModelFile[];
	}

}

export namespace fleet {
	
	export interface Count {
	    cause: string;
	    words: string;
	    n: number;
	}
	export interface Filter {
	    cause: string;
	    text: string;
	}
	export interface Service {
	    name: string;
	    language: string;
	    kind: string;
	    confidence: number;
	    verdict: string;
	    said: string;
	}
	export interface Row {
	    repository: string;
	    ref: string;
	    commit: string;
	    want: string;
	    version: string;
	    cause: string;
	    words: string;
	    good: boolean;
	    said: string;
	    services: Service[];
	    seconds: number;
	    cpu_seconds: number;
	    tries: number;
	    losses: number;
	    worker: string;
	    done_at: number;
	    seen_at: number;
	    folder: boolean;
	}
	export interface Rows {
	    rows: Row[];
	    all: number;
	}
	
	export interface Worker {
	    name: string;
	    version: string;
	    slots: number;
	    began: number;
	}
	export interface State {
	    queue: string;
	    there: boolean;
	    waiting: number;
	    later: number;
	    running: number;
	    results: number;
	    causes: Count[];
	    workers: Worker[];
	}

}

export namespace gate {
	
	export interface Check {
	    name: string;
	    state: string;
	    said: string;
	}

}

export namespace history {
	
	export interface Carried {
	    kind: string;
	    rows: number;
	    lost: number;
	}
	export interface Cause {
	    rule: string;
	    path: string;
	    line: number;
	    excerpt: string;
	    source: string;
	}
	export interface FieldDifference {
	    field: string;
	    a: string;
	    b: string;
	    restores: string;
	    whole_a: string;
	    whole_b: string;
	    evidence_a: Cause;
	    evidence_b: Cause;
	}
	export interface Filter {
	    words: string;
	    result: string;
	    model: string;
	    since: number;
	}
	export interface Salvage {
	    at: number;
	    aside: string;
	    kinds: Carried[];
	}
	export interface Kept {
	    folder: string;
	    database: string;
	    kept: boolean;
	    bytes: number;
	    runs: number;
	    salvages: Salvage[];
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
	    loud: boolean;
	    rules_alone: string;
	    model: string;
	    imported_at: number;
	    pinned: boolean;
	    folder_exists: boolean;
	}
	export interface Page {
	    runs: RunRow[];
	    total: number;
	    models: string[];
	}
	
	
	export interface ServiceDifference {
	    service: string;
	    state: string;
	    fields: FieldDifference[];
	}

}

export namespace keep {
	
	export interface Commit {
	    id: string;
	    parent: string;
	    branch: string;
	    message: string;
	    paths: string[];
	    extra: string[];
	    altered: string[];
	    above?: boolean;
	}
	export interface Failure {
	    name: string;
	    file: string;
	    line: number;
	    text: string;
	}
	export interface File {
	    path: string;
	    known: boolean;
	    problem: string;
	    hint: string;
	}
	export interface Last {
	    id: string;
	    subject: string;
	    branch: string;
	    created_at: number;
	}
	export interface Made {
	    commit: Commit;
	    short: string;
	    output: string;
	    pushed: string;
	    problem: string;
	    hint: string;
	}
	export interface Order {
	    paths: string[];
	    message: string;
	    branch: string;
	    reason: string;
	    push: boolean;
	}
	export interface Repository {
	    root: string;
	    branch: string;
	    head: string;
	    author: string;
	    signs: boolean;
	    hooks: string[];
	    submodule: string;
	    remote: string;
	    changed: number;
	    staged: number;
	}
	export interface Ready {
	    problem: string;
	    hint: string;
	    repository: Repository;
	    files: File[];
	    checks: gate.Check[];
	    message: string;
	    last?: Last;
	}
	
	export interface Tested {
	    service: string;
	    command: string;
	    state: string;
	    said: string;
	    failures: Failure[];
	    output: string;
	}

}

export namespace learning {
	
	export interface Category {
	    name: string;
	    on: boolean;
	}
	export interface Row {
	    id: string;
	    signature: string;
	    language: string;
	    category: string;
	    words: string;
	    why: string;
	    source: string;
	    helped: number;
	    failed: number;
	    projects: number;
	    last_at: number;
	    archived: boolean;
	    rule: boolean;
	}
	export interface Shelf {
	    on: boolean;
	    categories: Category[];
	    lessons: Row[];
	}

}

export namespace measure {
	
	export interface Found {
	    provider: string;
	    model: string;
	    words: string;
	    tone: string;
	    details: string[];
	}
	export interface Plan {
	    provider: string;
	    model: string;
	    cloud: boolean;
	    sends: string;
	    costs: string;
	}
	export interface Run {
	    provider: string;
	    model: string;
	    started_at: number;
	    done: number;
	    of: number;
	    canceling: boolean;
	}
	export interface Stop {
	    provider: string;
	    model: string;
	    fault: page.Fault;
	}
	export interface State {
	    number: number;
	    running?: Run;
	    failed?: Stop;
	    worth: Found[];
	}

}

export namespace models {
	
	export interface KeyPlace {
	    where: string;
	    warning: string;
	}
	export interface NextModel {
	    provider: string;
	    name: string;
	    model: string;
	}
	export interface PassedOver {
	    provider: string;
	    name: string;
	    state: string;
	    reason: string;
	}
	export interface ModelChoiceInfo {
	    ready: boolean;
	    provider: string;
	    name: string;
	    model: string;
	    cloud: boolean;
	    reason: string;
	    hint: string;
	    passed: PassedOver[];
	    then: NextModel[];
	}
	export interface ModelInfo {
	    id: string;
	    name: string;
	    context_window: number;
	    usd_in: number;
	    usd_out: number;
	    priced: boolean;
	    note: string;
	    installed: boolean;
	    usual: boolean;
	    tier: number;
	    vram: number;
	    ram: number;
	    pull: string;
	}
	export interface ModelTest {
	    ok: boolean;
	    at: number;
	    model: string;
	    tools: boolean;
	    json_mode: boolean;
	    context_window: number;
	    tokens_per_second: number;
	    warning: string;
	    message: string;
	    hint: string;
	    duration_ms: number;
	}
	
	
	export interface ProviderInfo {
	    provider: string;
	    name: string;
	    cloud: boolean;
	    state: string;
	    reason: string;
	    key: string;
	    key_name: string;
	    model: string;
	    default_model: string;
	    base_url: string;
	    server: string;
	    chosen: boolean;
	    breaker: string;
	    resting_until: number;
	    tested?: ModelTest;
	}
	export interface ProviderSettings {
	    provider: string;
	    model: string;
	    base_url: string;
	}
	export interface ServerInfo {
	    id: string;
	    title: string;
	    address: string;
	    ready: boolean;
	    keyless: boolean;
	    key_name: string;
	    model: string;
	    note: string;
	}

}

export namespace onboarding {
	
	export interface Option {
	    id: string;
	    title: string;
	    detail: string;
	    ready: boolean;
	    found: boolean;
	    models: string[];
	    key_names: string[];
	    looked: string[];
	}
	export interface Info {
	    needed: boolean;
	    choice: string;
	    step: number;
	    model: string;
	    rule: string;
	    options: Option[];
	    builder?: proofs.BuilderInfo;
	}

}

export namespace page {
	
	export interface Fault {
	    code: string;
	    message: string;
	    hint: string;
	    report: string;
	}
	export interface Notice {
	    level: string;
	    message: string;
	    hint: string;
	}

}

export namespace plan {
	
	export interface ExportFile {
	    path: string;
	    content: string;
	    needs: string[];
	    serves: string[];
	    exists: boolean;
	    same: boolean;
	    ours: boolean;
	    unread: string;
	    override: string;
	    touches: string[];
	    theirs: string;
	    theirs_path: string;
	    inside: string[];
	    outside: string[];
	}
	export interface NextStep {
	    folder: string;
	    command: string;
	    note: string;
	}
	export interface WrittenFile {
	    path: string;
	    state: string;
	    backup: string;
	    message: string;
	}
	export interface ExportOutcome {
	    folder: string;
	    files: WrittenFile[];
	    steps: NextStep[];
	}
	
	export interface Practices {
	    of: string;
	    build_image: string;
	    runtime_image: string;
	    commands: string[];
	    caches: string[];
	    artifacts: string[];
	    ports: number[];
	    health: string[];
	    advice: string[];
	}

}

export namespace program {
	
	export interface CacheUse {
	    hits: number;
	    misses: number;
	    entries: number;
	    bytes: number;
	}
	export interface LessonCount {
	    total: number;
	    helped: number;
	    failed: number;
	}
	export interface FindingCount {
	    projects: number;
	    by_severity: Record<string, number>;
	    ignored: number;
	}
	export interface TestCount {
	    services: number;
	    passed: number;
	    failed: number;
	    skipped: number;
	}
	export interface ProofCount {
	    good: number;
	    failed: number;
	    other: number;
	}
	export interface Insight {
	    proofs: ProofCount;
	    tests: TestCount;
	    findings: FindingCount;
	    lessons: LessonCount;
	    passed: number;
	}
	export interface Sizes {
	    database_bytes: number;
	    runs: number;
	}
	export interface RunTime {
	    name: string;
	    started_at: number;
	    duration_ms: number;
	}
	export interface ModelUse {
	    calls: number;
	    tokens: number;
	    cache_hit_rate: number;
	    cache: CacheUse;
	}
	export interface ToolTime {
	    tool: string;
	    calls: number;
	    cache_hits: number;
	    errors: number;
	    duration_ms: number;
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
	    tools: ToolTime[];
	    models: ModelUse;
	    runs: RunTime[];
	    log: string[];
	    sizes: Sizes;
	    insight: Insight;
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
	    notices: page.Notice[];
	}
	

}

export namespace projects {
	
	export interface FolderInfo {
	    path: string;
	    name: string;
	    exists: boolean;
	    is_folder: boolean;
	    kind: string;
	    parent: string;
	    message: string;
	}
	export interface Sample {
	    name: string;
	    title: string;
	    language: string;
	}

}

export namespace proofs {
	
	export interface BuilderInfo {
	    address: string;
	    why: string;
	    version: string;
	    ok: boolean;
	    problem: string;
	}
	export interface EngineInfo {
	    name: string;
	    silent: BuilderInfo[];
	}
	export interface Proof {
	    id: string;
	    run_id: string;
	    service: string;
	    verdict: string;
	    builder: string;
	    started_at: number;
	    duration_ms: number;
	    cause: string;
	    loud: boolean;
	}
	export interface ServiceVerdict {
	    service: string;
	    state: string;
	    loud: boolean;
	    last?: Proof;
	    stale: boolean;
	    running?: Proof;
	    cut?: Proof;
	}
	export interface PlanVerdict {
	    run_id: string;
	    folder: string;
	    state: string;
	    loud: boolean;
	    services: ServiceVerdict[];
	}
	export interface PreviewInfo {
	    id: string;
	    run_id: string;
	    service: string;
	    engine: string;
	    pages: string[];
	}
	
	
	export interface WrittenFile {
	    path: string;
	    backup: string;
	}

}

export namespace runs {
	
	export interface FileText {
	    path: string;
	    text: string;
	    truncated: boolean;
	    binary: boolean;
	}
	export interface Node {
	    name: string;
	    path: string;
	    is_dir: boolean;
	    size: number;
	    service: string;
	    manifest: boolean;
	    evidence: number;
	    modified: number;
	    executable: boolean;
	    binary: boolean;
	    target: string;
	}
	export interface SentCall {
	    name: string;
	    arguments: string;
	}
	export interface SentMessage {
	    role: string;
	    text: string;
	    tool_name: string;
	    calls: SentCall[];
	    failed: boolean;
	}
	export interface SentPrompt {
	    number: number;
	    at: number;
	    duration_ms: number;
	    provider: string;
	    model: string;
	    prompt_tokens: number;
	    cached_tokens: number;
	    completion_tokens: number;
	    reported: boolean;
	    usd: number;
	    messages: SentMessage[];
	    tools: string[];
	    answer: SentMessage;
	    error: string;
	    hidden: number;
	}

}

export namespace session {
	
	export interface Changes {
	    checkpoint: number;
	    files: agent.File[];
	    taken_back: boolean;
	    later: number;
	}
	export interface Command {
	    command: string;
	    decision: string;
	    exit?: number;
	    output: string[];
	}
	export interface Cost {
	    calls: number;
	    prompt_tokens: number;
	    cached_tokens: number;
	    completion_tokens: number;
	    usd: number;
	    priced: boolean;
	    estimated: boolean;
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
	
	export interface Problem {
	    service: string;
	    field: string;
	    rule: string;
	    level: string;
	    message: string;
	    fix: string;
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
	    invalid: string;
	    last_valid: boolean;
	    generated: string;
	    dockerfile_path: string;
	    existing: string;
	    existing_path: string;
	    kept: boolean;
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
	    error?: page.Fault;
	    events: EventRow[];
	    services: string[];
	    documents: string[];
	    original: string[];
	    problems: Problem[];
	}
	export interface Summed {
	    turns: number;
	    text: string;
	    model: string;
	}
	export interface Turn {
	    question: string;
	    answer: string;
	    calls: agent.Call[];
	    model?: string;
	    changes?: Changes;
	    evidence: agent.Place[];
	    commands: Command[];
	    summed?: Summed;
	}
	export interface UnderWay {
	    kind: string;
	    id: string;
	    run_id: string;
	    service: string;
	    services: number;
	    name: string;
	    started_at: number;
	    ready: boolean;
	    opens: boolean;
	    asks: boolean;
	}
	export interface Undone {
	    question: string;
	    changes?: Changes;
	    left?: string;
	}

}

export namespace settings {
	
	export interface Provider {
	    provider: string;
	    model: string;
	    base_url: string;
	}
	export interface Preferences {
	    theme: string;
	    zoom: number;
	    reduced_motion: boolean;
	    ignored_folders: string[];
	    read_folders: string[];
	    max_files: number;
	    max_depth: number;
	    scan_timeout_s: number;
	    include_ignored: boolean;
	    shown_manifests: number;
	    unknown_warning: number;
	    max_file_kb: number;
	    max_line_length: number;
	    binary_bytes: number;
	    manifest_kb: number;
	    manifest_chars: number;
	    top_unknown: number;
	    read_contents: boolean;
	    suggest: boolean;
	    timeout_s: number;
	    keep_days: number;
	    keep_mb: number;
	    mode: string;
	    provider: string;
	    fallback: string;
	    providers: Provider[];
	    retries: number;
	    request_timeout_s: number;
	    phase_timeout_s: number;
	    max_tool_calls: number;
	    max_context_tokens: number;
	    max_tool_result_tokens: number;
	    max_file_lines: number;
	    summarize_after_turns: number;
	    monthly_cap_usd: number;
	    max_turn_tokens: number;
	    builder: string;
	    recorded_answers: boolean;
	}

}

export namespace tools {
	
	export interface Need {
	    name: string;
	    kept: string;
	}
	export interface Order {
	    name: string;
	    command: string[];
	    url: string;
	    secret: string;
	    value: string;
	}
	export interface Server {
	    name: string;
	    command: string[];
	    url: string;
	    header: string;
	    needs: Need[];
	    state: string;
	    tools: string[];
	    remarks: string[];
	    problem: string;
	    hint: string;
	    tried_at: number;
	}

}

export namespace variables {
	
	export interface ProofVariable {
	    name: string;
	    value: string;
	    secret: boolean;
	    kept: string;
	}

}

