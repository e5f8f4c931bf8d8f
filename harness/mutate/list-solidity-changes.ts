import { parse, visit } from '@solidity-parser/parser'
import { type Change, changeOperator } from './change.ts'

/** Where a node stands; the parser counts the last character in. */
const placeOf = ({ range }: { readonly range?: [number, number] }): { start: number; end: number } => {
  if (range === undefined) throw new Error('the parser gave no range')
  return { start: range[0], end: range[1] + 1 }
}

/** List the changes of a contract, in the order of its text. */
export function listSolidityChanges(text: string): Change[] {
  const changes: Change[] = []
  const removed = (node: { readonly range?: [number, number] }) => {
    // The step in the head of a loop is no statement of its own.
    if (node.range) changes.push({ kind: 'removed', ...placeOf(node), replace: '{}' })
  }
  visit(parse(text, { range: true }), {
    BinaryOperation({ operator, left }) {
      changes.push(...changeOperator(operator, text.indexOf(operator, placeOf(left).end)))
    },
    UnaryOperation(node) {
      const { start, end } = placeOf(node.subExpression)
      if (node.operator !== '!') return
      changes.push({ kind: 'boolean', ...placeOf(node), replace: text.slice(start, end) })
    },
    IfStatement({ condition }) {
      const place = placeOf(condition)
      changes.push(
        { kind: 'always', ...place, replace: 'true' },
        { kind: 'never', ...place, replace: 'false' },
      )
    },
    RevertStatement: removed,
    ExpressionStatement: removed,
  })
  return changes.sort((a, b) => a.start - b.start)
}
