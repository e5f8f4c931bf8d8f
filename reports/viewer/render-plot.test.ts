import { expect, test } from 'vitest'
import { type Plot, renderPlot } from './render-plot.ts'

const plot = (scale: Plot['scale'], values: readonly number[]) =>
  renderPlot({
    id: 'plot',
    title: 'Title',
    caption: 'Caption',
    shape: 'bars',
    scale,
    points: values.map((value) => ({ value, verdict: 'passed' })),
    formatValue: String,
    axis: 'axis',
  }).markup
const ticks = (markup: string) =>
  [...markup.matchAll(/class="tick" style="bottom:([\d.]+)%">([^<]+)</g)].map(
    ([, at, text]) => `${text}@${at}`,
  )
const heights = (markup: string) => [...markup.matchAll(/v-([\d.]+)h/g)].map(([, height]) => Number(height))

test('default', () => {
  const markup = plot('linear', [0, 7, 14])
  expect(ticks(markup)).toEqual(['0@0', '7.5@50', '15@100'])
  expect(heights(markup)).toEqual([1, 74.67, 149.33])
})

test('behavior: a logarithmic axis spans whole decades', () => {
  const markup = plot('log', [5, 50, 2100])
  expect(ticks(markup)).toEqual(['1@0', '10@25', '100@50', '1000@75', '10000@100'])
  expect(heights(markup)).toEqual([27.96, 67.96, 132.89])
})

test('behavior: one value far away leaves the small ones apart', () => {
  const markup = plot('symlog', [0, 1, 5, 9000])
  expect(ticks(markup)).toEqual(['0@0', '1@7.53', '10@26.03', '100@50.11', '1000@75.01', '10000@100'])
  expect(heights(markup)).toEqual([1, 12.04, 31.13, 158.17])
})

test('behavior: a verdict is one element, however many values have it', () => {
  expect(
    plot(
      'linear',
      Array.from({ length: 5000 }, (_, value) => value),
    ).match(/<path class="mark/g),
  ).toHaveLength(1)
})

test.each([
  'linear',
  'log',
  'symlog',
] as const)('behavior: zeros alone give a %s plot without NaN', (scale) => {
  expect(plot(scale, [0, 0])).not.toMatch(/NaN|Infinity/)
  expect(plot(scale, [10])).not.toMatch(/NaN|Infinity/)
})
