import type { RecordVerdict } from '../../harness/record/record.ts'
import { type Html, html } from './html.ts'

/** One value of a plot. */
export interface PlotPoint {
  readonly value: number
  readonly label: string
  readonly verdict: RecordVerdict
}

/** What a plot shows. */
export interface Plot {
  readonly id: string
  readonly title: string
  readonly caption: string
  readonly shape: 'bars' | 'dots'
  /** `log` where values lie orders of magnitude apart and none is zero. */
  readonly scale: 'linear' | 'log'
  readonly points: readonly PlotPoint[]
  readonly formatValue: (value: number) => string
  readonly axis: string
}

const WIDTH = 1000
const HEIGHT = 160

/**
 * Draw values in order as an inline SVG.
 *
 * The drawing is stretched to its place and holds no text, so that labels (which are HTML) keep their size on a phone;
 * dots are strokes of no length, which stretching leaves round.
 */
export function renderPlot({ id, title, caption, shape, scale, points, formatValue, axis }: Plot): Html {
  const ticks = scale === 'log' ? listDecades(points) : listHalves(points)
  const bottom = ticks[0] ?? 0
  const top = ticks.at(-1) ?? 1
  const share =
    scale === 'log'
      ? (value: number) => Math.log(Math.max(value, bottom) / bottom) / Math.log(top / bottom)
      : (value: number) => value / top
  const pitch = WIDTH / Math.max(points.length, 1)
  const marks = points.map(({ value, label, verdict }, index) => {
    const height = share(value) * HEIGHT
    const x = index * pitch
    const tooltip = html`<title>${label}: ${formatValue(value)}</title>`
    return shape === 'bars'
      ? html`<rect class="${verdict}" x="${round(x + pitch * 0.12)}" y="${round(HEIGHT - Math.max(height, 1))}" width="${round(pitch * 0.76)}" height="${round(Math.max(height, 1))}">${tooltip}</rect>`
      : html`<path class="${verdict}" d="M${round(x + pitch / 2)} ${round(HEIGHT - height)}h0">${tooltip}</path>`
  })
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
<svg class="${shape}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${title}. ${caption}">${lines}${marks}</svg></div>
<p class="axis">${axis}</p>
<figcaption>${caption}</figcaption>
</figure>
</section>`
}

const listHalves = (points: readonly PlotPoint[]): number[] => {
  const top = niceCeiling(Math.max(...points.map(({ value }) => value), 0))
  return [0, top / 2, top]
}

const listDecades = (points: readonly PlotPoint[]): number[] => {
  const values = points.map(({ value }) => value).filter((value) => value > 0)
  if (values.length === 0) return [1, 10]
  const first = Math.floor(Math.log10(Math.min(...values)))
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))))
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
}

const round = (value: number): number => Math.round(value * 100) / 100

const niceCeiling = (value: number): number => {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((candidate) => candidate * power >= value) ?? 10
  return step * power
}
