import ts from 'typescript'
import { type Change, changeOperator } from './change.ts'
import { listSolidityChanges } from './list-solidity-changes.ts'
import type { Mutant, MutantLayer } from './mutant.ts'

/** A source of which mutants are generated. */
export interface MutatedSource {
  readonly file: string
  readonly layer: MutantLayer
  /** Invariants that the file upholds. */
  readonly violates: readonly string[]
}

/** The pure rules of the safety layer: every comparison in them is a promise. */
export const MUTATED_SOURCES: readonly MutatedSource[] = [
  { file: 'tools/safety/permit/permit.ts', layer: 'permit', violates: ['I14', 'I21'] },
  { file: 'tools/safety/evidence/spend.ts', layer: 'spending-limiter', violates: ['I1', 'I4', 'I10'] },
  { file: 'tools/safety/evidence/valuation.ts', layer: 'spending-limiter', violates: ['I8', 'I9', 'I10'] },
  { file: 'tools/safety/policy/phases.ts', layer: 'phase', violates: ['I26', 'I27', 'I28'] },
  { file: 'tools/safety/evidence/signed-authority.ts', layer: 'allowlist-guard', violates: ['I7'] },
  {
    file: 'tools/safety/evidence/find-signature-reader.ts',
    layer: 'allowlist-guard',
    violates: ['I7'],
  },
  { file: 'tools/safety/policy/max-loss.ts', layer: 'policy-cage', violates: ['I1', 'I30'] },
  { file: 'tools/contracts/libraries/CallRules.sol', layer: 'cage', violates: ['I31', 'I35', 'I7'] },
  { file: 'tools/contracts/libraries/Carry.sol', layer: 'cage', violates: ['I33'] },
  { file: 'tools/contracts/libraries/HighWaterMark.sol', layer: 'cage', violates: ['I30', 'I33'] },
  { file: 'tools/contracts/libraries/PriceReader.sol', layer: 'cage', violates: ['I30', 'I33'] },
  { file: 'tools/contracts/libraries/SpendWindow.sol', layer: 'cage', violates: ['I1'] },
]

/** List the mutants of a source: moved boundaries, turned relations and booleans, removed throws and statements. */
export function generateMutants({ file, layer, violates }: MutatedSource, text: string): Mutant[] {
  const changes = file.endsWith('.sol') ? listSolidityChanges(text) : listTypeScriptChanges(file, text)
  return changes.map((change) => {
    const above = text.slice(0, change.start).split('\n')
    const [line, character] = [above.length, (above.at(-1) ?? '').length + 1]
    const was = text.slice(change.start, change.end).replaceAll(/\s+/g, ' ')
    return {
      id: `${file}:${line}:${character}:${change.kind}`,
      fault: `${change.kind}: ${was} → ${change.replace}`,
      violates,
      layer,
      edits: [{ file, ...widen(text, change) }],
      killers: [],
      isControl: false,
    }
  })
}

function listTypeScriptChanges(file: string, text: string): Change[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const changes: Change[] = []
  const visit = (node: ts.Node) => {
    const change = (at: ts.Node, kind: Change['kind'], replace: string | undefined) => {
      if (replace !== undefined) changes.push({ kind, start: at.getStart(), end: at.getEnd(), replace })
    }
    if (ts.isBinaryExpression(node)) {
      const { operatorToken } = node
      changes.push(...changeOperator(operatorToken.getText(), operatorToken.getStart()))
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      change(node, 'boolean', node.operand.getText())
    } else if (ts.isIfStatement(node)) {
      change(node.expression, 'always', 'true')
      change(node.expression, 'never', 'false')
    } else if (ts.isThrowStatement(node) || ts.isExpressionStatement(node)) {
      change(node, 'removed', ';')
    } else if (ts.isTypeNode(node)) {
      return
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return changes
}

/** Take in the lines around a change until its text stands only once in the file. */
function widen(text: string, { start, end, replace }: Change): { find: string; replace: string } {
  let [from, to] = [start, end]
  while (text.split(text.slice(from, to)).length > 2) {
    from = text.lastIndexOf('\n', from - 2) + 1
    const next = text.indexOf('\n', to + 1)
    to = next < 0 ? text.length : next
  }
  return { find: text.slice(from, to), replace: text.slice(from, start) + replace + text.slice(end, to) }
}
