import {
  Archive,
  ArrowDown,
  ArrowRight,
  ArrowUp,
  Binary,
  Box,
  Check,
  ChevronDown,
  ChevronRight,
  ChevronsUpDown,
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleStop,
  CircleX,
  Container,
  Copy,
  Cpu,
  Database,
  Download,
  Ellipsis,
  ExternalLink,
  Eye,
  EyeOff,
  File,
  FileCheck2,
  FileCode2,
  Folder,
  FolderInput,
  FolderOpen,
  FolderSearch,
  Gauge,
  History,
  House,
  Info,
  KeyRound,
  Keyboard,
  Link2,
  ListChecks,
  MessageSquare,
  LoaderCircle,
  Lock,
  Minus,
  Moon,
  Package,
  Pause,
  Pencil,
  Pin,
  Play,
  Plug,
  Plus,
  Redo2,
  RotateCcw,
  ScanSearch,
  Search,
  Settings2,
  Shield,
  SlidersHorizontal,
  Square,
  SquareCheck,
  SquareFunction,
  StepBack,
  StepForward,
  Terminal,
  Trash2,
  TriangleAlert,
  Undo2,
  Upload,
  Variable,
  Waypoints,
  Activity,
  Wrench,
  X,
} from "lucide-solid";
import { createMemo, createRoot } from "solid-js";

const icons = {
  activity: Activity,
  archive: Archive,
  "arrow-down": ArrowDown,
  "arrow-right": ArrowRight,
  "arrow-up": ArrowUp,
  binary: Binary,
  box: Box,
  check: Check,
  "chevron-down": ChevronDown,
  "chevron-right": ChevronRight,
  "chevrons-up-down": ChevronsUpDown,
  circle: Circle,
  "circle-alert": CircleAlert,
  "circle-check": CircleCheck,
  "circle-dashed": CircleDashed,
  "circle-slash": CircleSlash,
  "circle-stop": CircleStop,
  "circle-x": CircleX,
  container: Container,
  copy: Copy,
  cpu: Cpu,
  database: Database,
  download: Download,
  ellipsis: Ellipsis,
  "external-link": ExternalLink,
  eye: Eye,
  "eye-off": EyeOff,
  file: File,
  "file-check": FileCheck2,
  "file-code": FileCode2,
  folder: Folder,
  "folder-input": FolderInput,
  "folder-open": FolderOpen,
  "folder-search": FolderSearch,
  gauge: Gauge,
  history: History,
  house: House,
  info: Info,
  key: KeyRound,
  keyboard: Keyboard,
  link: Link2,
  "list-checks": ListChecks,
  loader: LoaderCircle,
  lock: Lock,
  message: MessageSquare,
  minus: Minus,
  moon: Moon,
  package: Package,
  pause: Pause,
  pencil: Pencil,
  pin: Pin,
  play: Play,
  plug: Plug,
  plus: Plus,
  redo: Redo2,
  reset: RotateCcw,
  scan: ScanSearch,
  search: Search,
  settings: Settings2,
  shield: Shield,
  sliders: SlidersHorizontal,
  "square-check": SquareCheck,
  "square-function": SquareFunction,
  stop: Square,
  "step-back": StepBack,
  "step-forward": StepForward,
  terminal: Terminal,
  trash: Trash2,
  alert: TriangleAlert,
  undo: Undo2,
  upload: Upload,
  variable: Variable,
  waypoints: Waypoints,
  wrench: Wrench,
  x: X,
};

export type IconName = keyof typeof icons;

const sizes = { xs: [12, 2], s: [14, 1.75], m: [16, 1.75] } as const;

const drawn = new Map<IconName, SVGSVGElement>();

/** A copy of an icon that was drawn once: rows with icons come and go by the hundred while a list scrolls. */
function copyOf(name: IconName): SVGSVGElement {
  let one = drawn.get(name);
  if (!one) {
    one = createRoot((dispose) => {
      const element = icons[name]({ "aria-hidden": "true" }) as SVGSVGElement;
      dispose();
      return element;
    });
    drawn.set(name, one);
  }
  return one.cloneNode(true) as SVGSVGElement;
}

/** A decorative icon: what it means stands beside it or in the name of its button. */
export function Icon(props: { name: IconName; size?: keyof typeof sizes; class?: string }) {
  const icon = createMemo(() => {
    const svg = copyOf(props.name);
    const [side, stroke] = sizes[props.size ?? "s"];
    svg.setAttribute("width", `${side / 16}rem`);
    svg.setAttribute("height", `${side / 16}rem`);
    svg.setAttribute("stroke-width", String(stroke));
    svg.setAttribute("class", `shrink-0 ${props.name === "loader" ? "spin text-accent" : ""} ${props.class ?? ""}`);
    return svg;
  });
  return <>{icon()}</>;
}
