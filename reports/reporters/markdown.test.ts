import { expect, test } from 'vitest'
import {
  createFixtureRecord,
  createPassedRecord,
  FIXTURE_COVERAGE,
} from '../../harness/record/fixtures/fixture-record.ts'
import { HOSTILE_TEXT } from '../../harness/record/fixtures/parts.ts'
import { MARKDOWN_REPORTER } from './markdown.ts'

const { render } = MARKDOWN_REPORTER
const record = createFixtureRecord()
const phases = createFixtureRecord(record.scenarios.filter(({ area }) => area === 'phases'))

test('default', () => {
  const coverage = {
    ...FIXTURE_COVERAGE,
    keys: [{ key: 'fault:hang', scenarios: 1 }],
    violations: ['cell:a|b'],
  }
  const text = render({ ...phases, coverage }).replace(phases.digest.slice(0, 12), '…')
  expect(text).toMatchInlineSnapshot(`
    "## Assay: failed

    4 scenarios: 1 failed, 3 passed in 8.42 s. Seed \`42\`, world \`3f8a6c1d9b2e\`, digest \`…\`.

    **coverage**: cell&#58;a&#124;b was seen and must not be

    | area | failed | flaky | broken | passed | skipped |
    | --- | ---: | ---: | ---: | ---: | ---: |
    | phases | 1 |  |  | 3 |  |

    ### new positions are denied in terminal

    expect.denied.layer at \`scenarios/scripted/phases/new-position-terminal.yaml:11\`

    \`\`\`text
    another layer denied first; expected denied by phase with CLASS_NOT_ALLOWED; found denied by spending-limiter with LIMIT_PER_TRANSACTION
    \`\`\`

    \`\`\`sh
    ./bin/assay.mjs replay "scenarios/scripted/phases/new-position-terminal.yaml" --seed 42
    \`\`\`
    "
  `)
})

test('behavior: a run that passed is a table', () => {
  expect(render(createPassedRecord())).not.toContain('###')
})

test('behavior: what people wrote is shown, and acts neither as Markdown nor as HTML', () => {
  const [scenario] = phases.scenarios
  if (scenario === undefined) throw new Error('no scenario')
  const name =
    '<img src=x onerror=alert(1)> [a](javascript:1) | **b** `c` @team #1 ~~d~~ https://e.example www.e.example $x$'
  const text = render(
    createFixtureRecord([
      {
        ...scenario,
        name,
        verdict: 'broken',
        file: 'a`b|c.yaml',
        replay: 'run ```` now',
        broken: { code: 'X', message: `\`\`\`\n${HOSTILE_TEXT}\n<script>` },
      },
    ]),
  )
  const [heading = ''] = text.split('\n').filter((line) => line.startsWith('### '))
  expect(heading.slice(4)).not.toMatch(/[<>[\]()|*`@~:$]|#(?!\d+;)|www\./)
  expect(text).toContain('````text\n```')
  expect(text).toContain('`````sh\nrun ```` now\n`````')
})

test('behavior: a job summary bears so much; the rest is counted', () => {
  const [scenario] = record.scenarios.filter(({ verdict }) => verdict === 'failed')
  if (scenario === undefined) throw new Error('no scenario')
  const many = Array.from({ length: 60 }, (_, index) => ({ ...scenario, id: `${index}` }))
  expect(render(createFixtureRecord(many))).toContain('\n10 more scenarios did not pass.\n')
  const differences = many.map(
    ({ id }) => ({ measure: 'gas', scenario: id, before: '1', after: '2', isWorse: true }) as const,
  )
  const text = render({ ...createPassedRecord(), gate: { baseline: 'b.json', differences } })
  expect(text.match(/^\*\*baseline\*\*/gm)).toHaveLength(50)
  expect(text).toContain('\n10 more problems of the run as a whole.\n')
})
