import type { RecordVerdict } from '../../harness/record/record.ts'
import { Html, html } from './html.ts'

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
export function renderPlot({ id, title, caption, shape, points, formatValue, axis }: Plot): Html {
  const top = niceCeiling(Math.max(...points.map(({ value }) => value), 0))
  const pitch = WIDTH / Math.max(points.length, 1)
  const marks = points.map(({ value, label, verdict }, index) => {
    const height = Math.max((value / top) * HEIGHT, 1)
    const x = index * pitch
    const tooltip = html`<title>${label}: ${formatValue(value)}</title>`
    return shape === 'bars'
      ? html`<rect class="${verdict}" x="${round(x + pitch * 0.12)}" y="${round(HEIGHT - height)}" width="${round(pitch * 0.76)}" height="${round(height)}">${tooltip}</rect>`
      : html`<path class="${verdict}" d="M${round(x + pitch / 2)} ${round(HEIGHT - (value / top) * HEIGHT)}h0">${tooltip}</path>`
  })
  return html`<section aria-labelledby="${id}-title" id="${id}">
<h2 id="${id}-title">${title}</h2>
<figure class="panel plot">
<div class="frame"><span class="tick top">${formatValue(top)}</span><span class="tick middle">${formatValue(top / 2)}</span><span class="tick bottom">0</span>
<svg class="${shape}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${title}. ${caption}">${new Html(
    [0, 0.5, 1].map((at) => `<path class="grid" d="M0 ${at * HEIGHT}h${WIDTH}"/>`).join(''),
  )}${marks}</svg></div>
<p class="axis">${axis}</p>
<figcaption>${caption}</figcaption>
</figure>
</section>`
}

const round = (value: number): number => Math.round(value * 100) / 100

const niceCeiling = (value: number): number => {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((candidate) => candidate * power >= value) ?? 10
  return step * power
}
