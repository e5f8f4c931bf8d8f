import type { RecordVerdict } from '../../harness/record/record.ts'
import { findMost } from './find-most.ts'
import { type Html, html } from './html.ts'

/** One value of a plot. */
export interface PlotPoint {
  readonly value: number
  readonly verdict: RecordVerdict
}

/** What a plot shows. */
export interface Plot {
  readonly id: string
  readonly title: string
  readonly caption: string
  readonly shape: 'bars' | 'dots'
  /** `log` where values lie orders of magnitude apart and none is zero, `symlog` where some are zero or below one. */
  readonly scale: 'linear' | 'log' | 'symlog'
  readonly points: readonly PlotPoint[]
  readonly formatValue: (value: number) => string
  readonly axis: string
  /** Those that one looks at first. */
  readonly worst?: Html
}

const WIDTH = 1000
const HEIGHT = 160

/**
 * Draw values in order as an inline SVG.
 *
 * The drawing is stretched to its place and holds no text, so that labels (which are HTML) keep their size on a phone;
 * dots are strokes of no length, which stretching leaves round.
 */
export function renderPlot({
  id,
  title,
  caption,
  shape,
  scale,
  points,
  formatValue,
  axis,
  worst,
}: Plot): Html {
  const ticks = SCALES[scale].listTicks(points)
  const bottom = ticks[0] ?? 0
  const top = ticks.at(-1) ?? 1
  const share = (value: number) => SCALES[scale].share(value, bottom, top)
  const pitch = WIDTH / Math.max(points.length, 1)
  const drawn = points.map(({ value, verdict }, index) => {
    const height = share(value) * HEIGHT
    return { verdict, path: shape === 'bars' ? drawBar(index, pitch, height) : drawDot(index, pitch, height) }
  })
  // One element a verdict: a run of thousands stays a page that scrolls.
  const marks = [...Map.groupBy(drawn, ({ verdict }) => verdict)].map(
    ([verdict, group]) => html`<path class="mark ${verdict}" d="${group.map(({ path }) => path).join('')}"/>`,
  )
  const lines = ticks.map(
    (tick) => html`<path class="grid" d="M0 ${round((1 - share(tick)) * HEIGHT)}h${WIDTH}"/>`,
  )
  const labels = ticks.map(
    (tick) =>
      html`<span class="tick" style="bottom:${round(share(tick) * 100)}%">${formatValue(tick)}</span>`,
  )
  return html`<section aria-labelledby="${id}-title" id="${id}">
<h2 id="${id}-title">${title}</h2>
<figure class="panel plot">
<div class="frame">${labels}
<svg class="${shape}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${title}">${lines}${marks}</svg></div>
<p class="axis">${axis}</p>
<figcaption>${caption}${worst}</figcaption>
</figure>
</section>`
}

const drawBar = (index: number, pitch: number, height: number): string => {
  const shown = round(Math.max(height, 1))
  const width = round(pitch * 0.76)
  return `M${round((index + 0.12) * pitch)} ${HEIGHT}v${-shown}h${width}v${shown}z`
}

const drawDot = (index: number, pitch: number, height: number): string =>
  `M${round((index + 0.5) * pitch)} ${round(HEIGHT - height)}h0`

const listValues = (points: readonly PlotPoint[]) => points.map(({ value }) => value)

const listHalves = (points: readonly PlotPoint[]): number[] => {
  const top = niceCeiling(findMost(listValues(points), 0))
  return [0, top / 2, top]
}

const listDecades = (points: readonly PlotPoint[]): number[] => {
  const values = listValues(points).filter((value) => value > 0)
  if (values.length === 0) return [1, 10]
  const least = values.reduce((found, value) => Math.min(found, value))
  const first = Math.floor(Math.log10(least))
  const last = Math.max(first + 1, Math.ceil(Math.log10(findMost(values, least))))
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
}

const listFromZero = (points: readonly PlotPoint[]): number[] => {
  const most = findMost(listValues(points), 1)
  const decades = Array.from({ length: Math.ceil(Math.log10(most)) }, (_, index) => 10 ** index)
  return [0, ...decades, niceCeiling(most)]
}

/** Where the marks of an axis stand, and how high a value lies between the lowest and the highest. */
const SCALES = {
  linear: { listTicks: listHalves, share: (value: number, _: number, top: number) => value / top },
  log: {
    listTicks: listDecades,
    share: (value: number, bottom: number, top: number) =>
      Math.log(Math.max(value, bottom) / bottom) / Math.log(top / bottom),
  },
  symlog: {
    listTicks: listFromZero,
    share: (value: number, _: number, top: number) => Math.log1p(value) / Math.log1p(top),
  },
}

const round = (value: number): number => Math.round(value * 100) / 100

const niceCeiling = (value: number): number => {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((candidate) => candidate * power >= value) ?? 10
  return step * power
}
