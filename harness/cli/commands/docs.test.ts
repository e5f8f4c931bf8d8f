import { expect, test } from 'vitest'
import { SCENARIO_CATALOGUE } from '../../scenario/embedded-catalogue.ts'
import { parseScenarioFile } from '../../scenario/parse-scenario.ts'
import type { CliIo } from '../io.ts'
import { docs } from './docs.ts'

/** Members that mean nothing by themselves. */
const PARTS = ['on', 'if', 'then', 'else']

/** List what is told of a topic with an example of it. */
function listExamples(topic: 'steps' | 'expectations') {
  const lines: string[] = []
  docs(topic, undefined, { json: true }, { print: (line: string) => lines.push(line) } as unknown as CliIo)
  const entries = JSON.parse(lines.join('\n')) as { name: string; schema: { description?: string } }[]
  return entries.flatMap(({ name, schema: { description = '' } }) => {
    const [example] = /(?<=e\.g\. )(\{.*\}|\[.*\]|"[^"]*"|[^\s,;]+)/.exec(description) ?? []
    return example === undefined || PARTS.includes(name)
      ? []
      : [[name, example.split(' or ')[0] ?? ''] as const]
  })
}

const SWAP = '{ kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: 500 USDC }'
/** What steps need that stand behind them. */
const BEFORE = `preview: ${SWAP}\n    as: permit\n  - mark: true\n  - gateway: { plugins: {} }`
const problemsOf = (step: string) => {
  const text = `name: x\nsteps:\n  - ${BEFORE}\n  - ${step}\n`
  const parsed = parseScenarioFile(text, 'x.yaml', SCENARIO_CATALOGUE)
  return 'problems' in parsed ? parsed.problems.map(({ message, hint }) => `${message} | ${hint}`) : []
}

test.each(
  listExamples('steps'),
)('behavior: the example of the step %s can be written: %s', (name, example) => {
  expect(problemsOf(`${name}: ${example}`)).toEqual([])
})

test.each(
  listExamples('expectations'),
)('behavior: the example of expect.%s can be written: %s', (name, example) => {
  expect(problemsOf(`preview: ${SWAP}\n    expect: { ${name}: ${example} }`)).toEqual([])
})
