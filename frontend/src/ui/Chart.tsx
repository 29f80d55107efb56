import uPlot from "uplot";
import { createEffect, on, onCleanup, onMount } from "solid-js";
import "uplot/dist/uPlot.min.css";

// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the library's enum is declared, and not there at run time
const logarithmic = 3 as uPlot.Scale.Distr;

/** Of the marks on a scale of tens the tens alone. */
const powers = (_: uPlot, marks: number[]) => marks.map((mark) => (Number.isInteger(Math.log10(mark)) ? mark : null));

const root = () => getComputedStyle(document.documentElement);
/** A value of the theme in force, as the canvas needs it. */
const token = (name: string) => root().getPropertyValue(name).trim();
/** A size of the theme in px: the canvas knows no rem. */
const pixels = (name: string) => parseFloat(token(name)) * parseFloat(root().fontSize);

/**
 * A line through values, on a scale of tens: what took milliseconds stays legible beside what took minutes. It is a
 * picture alone; who uses it gives the values as a table too.
 */
export default function Chart(props: {
  label: string;
  /** From left to right; all above 0. */
  values: readonly number[];
  /** How a value is written beside the grid. */
  words: (value: number) => string;
  /** The place under the pointer, -1 for none. */
  onPoint: (at: number) => void;
}) {
  let frame: HTMLDivElement | undefined;
  let plot: uPlot | undefined;
  const data = (): uPlot.AlignedData => [props.values.map((_, i) => i + 1), [...props.values]];

  function options(width: number): uPlot.Options {
    const axis = {
      stroke: token("--c-muted"),
      font: `${pixels("--t-11")}px ${token("--font-ui")}`,
      grid: { stroke: token("--c-line"), width: 1, filter: powers },
      ticks: { show: false },
    };
    return {
      width,
      height: 160,
      padding: [8, 8, 8, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { x: { time: false }, y: { distr: logarithmic, log: 10 } },
      axes: [
        { ...axis, show: false },
        {
          ...axis,
          size: 64,
          values: (_, marks: (number | null)[]) => marks.map((mark) => (mark === null ? "" : props.words(mark))),
        },
      ],
      series: [
        {},
        { stroke: token("--c-series-1"), width: 1.5, points: { show: true, size: 5, fill: token("--c-series-1") } },
      ],
      // eslint-disable-next-line solid/reactivity -- called with what the pointer is on, outside of any tracking
      hooks: { setCursor: [({ cursor }) => props.onPoint(cursor.idx ?? -1)] },
    };
  }

  function draw() {
    plot?.destroy();
    if (frame) plot = new uPlot(options(frame.clientWidth), data(), frame);
  }

  onMount(() => {
    const resized = new ResizeObserver(() => frame && plot?.setSize({ width: frame.clientWidth, height: 160 }));
    // A canvas knows no variables: another theme, another drawing.
    const themed = new MutationObserver(draw);
    draw();
    if (frame) resized.observe(frame);
    themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    onCleanup(() => {
      resized.disconnect();
      themed.disconnect();
      plot?.destroy();
    });
  });
  createEffect(
    on(
      () => props.values,
      () => plot?.setData(data()),
      { defer: true },
    ),
  );

  return <div ref={frame} role="img" aria-label={props.label} class="w-full overflow-hidden" />;
}
