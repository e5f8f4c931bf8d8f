import ts from 'typescript'
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
  { file: 'tools/safety/permit.ts', layer: 'permit', violates: ['I14', 'I21'] },
  { file: 'tools/safety/spend.ts', layer: 'spending-limiter', violates: ['I1', 'I4', 'I10'] },
  { file: 'tools/safety/valuation.ts', layer: 'spending-limiter', violates: ['I8', 'I9', 'I10'] },
  { file: 'tools/safety/phases.ts', layer: 'phase', violates: ['I26', 'I27', 'I28'] },
  { file: 'tools/safety/signed-authority.ts', layer: 'allowlist-guard', violates: ['I7'] },
  { file: 'tools/safety/max-loss.ts', layer: 'policy-cage', violates: ['I1', 'I30'] },
]

/** A change of one place: what stands there instead, and of which kind that is. */
interface Change {
  readonly kind: 'boundary' | 'relation' | 'boolean' | 'always' | 'never' | 'removed'
  readonly start: number
  readonly end: number
  readonly replace: string
}

const BOUNDARIES: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const OPPOSITES: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
}
const LOGIC: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' }

/** List the mutants of a source: moved boundaries, turned relations and booleans, removed throws and statements. */
export function generateMutants({ file, layer, violates }: MutatedSource, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return listChanges(source).map((change) => {
    const { line, character } = source.getLineAndCharacterOfPosition(change.start)
    const was = text.slice(change.start, change.end).replaceAll(/\s+/g, ' ')
    return {
      id: `${file}:${line + 1}:${character + 1}:${change.kind}`,
      fault: `${change.kind}: ${was} → ${change.replace}`,
      violates,
      layer,
      edits: [{ file, ...widen(text, change) }],
      killers: [],
    }
  })
}

function listChanges(source: ts.SourceFile): Change[] {
  const changes: Change[] = []
  const visit = (node: ts.Node) => {
    const change = (at: ts.Node, kind: Change['kind'], replace: string | undefined) => {
      if (replace !== undefined) changes.push({ kind, start: at.getStart(), end: at.getEnd(), replace })
    }
    if (ts.isBinaryExpression(node)) {
      const { operatorToken } = node
      const operator = operatorToken.getText()
      change(operatorToken, 'boundary', BOUNDARIES[operator])
      change(operatorToken, 'relation', OPPOSITES[operator])
      change(operatorToken, 'boolean', LOGIC[operator])
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
