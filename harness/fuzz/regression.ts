import { createHash } from 'node:crypto'
import { Document, isMap, isPair, isScalar, visit } from 'yaml'
import { type Json, toCanonicalJson } from '../../tools/core/json.ts'
import { HarnessError } from '../errors.ts'
import { PROGRAM } from '../record/program.ts'
import type { FoundBy } from '../scenario/scenario.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { compareSettings, type Settings } from '../schedule/default-settings.ts'
import type { CaseReport } from '../schedule/execute-case.ts'
import { stepsOf } from './case-steps.ts'
import { describeIdentity } from './failure-identity.ts'

/** A failure that is kept as a scenario file. */
export interface Regression {
  /** `<law>-<short hash>.yaml`; the same failing case has the same name. */
  readonly fileName: string
  readonly text: string
}

const SCHEMA_LINE = ' yaml-language-server: $schema=../scenario.schema.json'

/**
 * Write a failing case as a scenario file that fails alone: every step expects what the model said of it, and the
 * header holds what it was found with.
 */
export function writeRegression(document: ScenarioDocument, report: CaseReport, found: FoundBy): Regression {
  const { law, layer, code } = found
  const steps = stepsOf(document).flatMap((step, index) => {
    if (report.verdicts[index] === 'not-applicable') return []
    const expect = report.expectations[index]
    const merged =
      isMembers(step.expect) && isMembers(expect) ? { ...step.expect, ...expect } : (expect ?? step.expect)
    return isMembers(merged) && Object.keys(merged).length > 0 ? [{ ...step, expect: merged }] : [step]
  })
  const { name: _, description: __, found: ___, steps: ____, ...setup } = document
  const content = {
    name: `${describeIdentity(found)} does not come back`,
    description: report.body.findings[0]?.message ?? '',
    ...setup,
    steps,
    found,
  }
  const yaml = new Document(content)
  yaml.commentBefore = SCHEMA_LINE
  visit(yaml, {
    Collection(_key, node, path) {
      // The file, each step and what it was found with stand in lines of their own; what is inside them in one line.
      const isFound = path.some(
        (parent) => isPair(parent) && isScalar(parent.key) && parent.key.value === 'found',
      )
      node.flow = path.length > 4 || (path.length === 3 && isMap(node))
      if (isFound) node.flow = false
    },
  })
  const hash = createHash('sha256')
    .update(toCanonicalJson([law, layer, code, setup, steps]))
    .digest('hex')
  return {
    fileName: `${law.replaceAll(/[^a-zA-Z0-9]+/g, '-').toLowerCase()}-${hash.slice(0, 8)}.yaml`,
    text: yaml.toString({ lineWidth: 0, flowCollectionPadding: true }),
  }
}

const isMembers = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/**
 * Refuse a kept failure that was found with other settings: it would pass or fail for another reason.
 *
 * @throws HarnessError SETTINGS_CHANGED with what changed
 */
export function assertSettings(found: FoundBy, settings: Settings, file: string): void {
  const changed = compareSettings(found.settings, settings)
  if (changed.length === 0) return
  const list = (pick: (change: (typeof changed)[number]) => string | undefined) =>
    changed.map((change) => `${change.name} ${pick(change) ?? '(none)'}`).join(', ')
  throw new HarnessError('SETTINGS_CHANGED', 'a kept failure was found with other settings', {
    where: file,
    expected: list(({ before }) => before),
    found: list(({ now }) => now),
    hint:
      'say in the file what it needs of these (limits: …, policy: …), check that it still shows the failure where ' +
      `the defect is, and put the new values into found.settings; or delete it and run \`${PROGRAM} fuzz --property ${found.property} --seed ${found.seed}\` anew`,
  })
}
