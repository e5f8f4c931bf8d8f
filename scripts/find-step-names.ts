import ts from 'typescript'

/** Modules by which a file gets hold of steps. */
const STEP_MODULE = /(^|\/)(scenario|step-list|find-step|run-step|step\/[\w-]+)\.ts$/

/**
 * Find where a source text that deals with steps knows one by its name: compared, switched over, listed or made. Text
 * that imports nothing of steps uses the same words for something else.
 */
export function findStepNames(file: string, text: string, kinds: readonly string[]): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
  const modules = source.statements.flatMap((statement) =>
    ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)
      ? [statement.moduleSpecifier]
      : [],
  )
  const found: string[] = []
  const add = (node: ts.Node, what: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    found.push(`${file}:${line + 1} knows ${what}; give steps a trait instead`)
  }
  const nameOf = (node: ts.Node): string | undefined =>
    ts.isStringLiteralLike(node) && kinds.includes(node.text) ? node.text : undefined
  const isKind = (node: ts.Node) => /(^|\.)(action\.)?kind$/.test(node.getText())

  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText())) {
      const [left, right] = [node.left, node.right]
      const name = isKind(left) ? nameOf(right) : isKind(right) ? nameOf(left) : undefined
      if (name !== undefined) add(node, name)
    }
    if (ts.isCaseClause(node) && isKind(node.parent.parent.expression)) {
      const name = nameOf(node.expression)
      if (name !== undefined) add(node, name)
    }
    if (ts.isArrayLiteralExpression(node) && node.elements.length > 1) {
      const names = node.elements.map(nameOf)
      if (names.every((name) => name !== undefined)) add(node, names.join(', '))
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'kind') {
      const name = nameOf(node.initializer)
      if (name !== undefined) add(node, name)
    }
    ts.forEachChild(node, visit)
  }
  if (modules.some(({ text: path }) => STEP_MODULE.test(path))) visit(source)
  if (!file.endsWith('step-list.ts')) {
    for (const specifier of modules) if (/(^|\/)steps\//.test(specifier.text)) add(specifier, specifier.text)
  }
  return found
}
