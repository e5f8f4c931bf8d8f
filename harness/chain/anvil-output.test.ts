import { expect, test } from 'vitest'
import { createAnvilOutput } from './anvil-output.ts'

const URL_WITH_KEY = 'https://node.example/v2/k3y0fTh3Pr0vid3r'

test('default: the last lines, and the port on which it listens', () => {
  const output = createAnvilOutput(undefined)
  output.add('\u001b[32m _  _\u001b[39m\n\nListening on 127.0.0.1:8545\n')
  expect(output.readPort()).toBe(8_545)
  expect(output.lines()).toEqual([' _  _', 'Listening on 127.0.0.1:8545'])
  output.clear()
  expect(output.lines()).toEqual([])
})

test('behavior: a port that comes in two pieces is read once it is whole', () => {
  const output = createAnvilOutput(undefined)
  output.add('Listening on 127.0.0.1:85')
  expect(output.readPort()).toBe(0)
  output.add('45\n')
  expect(output.readPort()).toBe(8_545)
})

test('behavior: of a panic the reason is kept, and not its frames', () => {
  const output = createAnvilOutput(undefined)
  output.add('The application panicked.\nMessage: no upstream\n')
  for (let frame = 0; frame < 50; frame += 1)
    output.add(`  ${frame}: anvil::eth\n     at <unknown source file>\n`)
  expect(output.lines()).toEqual(['The application panicked.', 'Message: no upstream'])
  for (let line = 0; line < 50; line += 1) output.add(`line ${line}\n`)
  expect(output.lines()).toHaveLength(20)
  expect(output.lines().at(-1)).toBe('line 49')
})

test("behavior: the key of the upstream's URL is shown nowhere, in the URL or outside of it", () => {
  const output = createAnvilOutput(URL_WITH_KEY)
  output.add(`cannot reach ${URL_WITH_KEY}: key k3y0fTh3Pr0v`)
  output.add('id3r is spent\n')
  expect(output.lines()).toEqual(['cannot reach https://node.example/…: key … is spent'])
})
