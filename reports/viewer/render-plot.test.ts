import { expect, test } from 'vitest'
import { type Plot, renderPlot } from './render-plot.ts'

const plot = (scale: Plot['scale'], values: readonly number[]) =>
  renderPlot({
    id: 'plot',
    title: 'Title',
    caption: 'Caption',
    shape: 'bars',
    scale,
    points: values.map((value) => ({ value, label: `value ${value}`, verdict: 'passed' })),
    formatValue: String,
    axis: 'axis',
  }).markup
const ticks = (markup: string) =>
  [...markup.matchAll(/class="tick" style="bottom:([\d.]+)%">([^<]+)</g)].map(
    ([, at, text]) => `${text}@${at}`,
  )
const heights = (markup: string) =>
  [...markup.matchAll(/ height="([\d.]+)"/g)].map(([, height]) => Number(height))

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

test.each(['linear', 'log'] as const)('behavior: zeros alone give a %s plot without NaN', (scale) => {
  expect(plot(scale, [0, 0])).not.toMatch(/NaN|Infinity/)
  expect(plot(scale, [10])).not.toMatch(/NaN|Infinity/)
})
