import ts from 'typescript'

/** A way out of what a tool is given. */
export interface ToolPower {
  /** `file:line`. */
  readonly place: string
  readonly power: string
}

/** Packages that a tool may use, and what of them reaches the network, a key or the machine. */
const PACKAGES: ReadonlyMap<string, RegExp> = new Map([
  ['viem', /^(http|webSocket|ipc|fallback|custom|createTransport|create\w*Client|\w*Actions)$/],
  ['node:crypto', /^(?!createHash$)/],
])

/** Globals that reach the machine, the network, other realms or the compiler. */
const GLOBALS: ReadonlySet<string> = new Set([
  ...['process', 'global', 'globalThis', 'require', 'module', 'eval', 'Function', 'fetch', 'WebSocket'],
  ...['EventSource', 'XMLHttpRequest', 'WebAssembly', 'Worker', 'SharedArrayBuffer', 'Atomics', 'navigator'],
  ...['MessageChannel', 'BroadcastChannel', 'localStorage', 'sessionStorage', 'crypto', 'performance'],
])

/** Members that lead from any value to the compiler or to shared prototypes. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...['constructor', '__proto__', 'prototype', 'setPrototypeOf', 'defineProperty', 'caller', 'callee'],
])

/**
 * Find what lets a tool reach a key, an RPC, files, the environment or the network past the context that it is given.
 *
 * What is not understood counts: a computed member or import is a power too.
 */
export function findToolPowers(name: string, text: string): ToolPower[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true)
  const powers: ToolPower[] = []
  const add = (node: ts.Node, power: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    powers.push({ place: `${name}:${line + 1}`, power })
  }

  const checkModule = (node: ts.ImportDeclaration | ts.ExportDeclaration) => {
    if (node.moduleSpecifier === undefined || !ts.isStringLiteral(node.moduleSpecifier)) return
    const module = node.moduleSpecifier.text
    if (/^\.\.?\//.test(module)) {
      if (/\/(safety|agent|devtools|gateway)\//.test(module)) add(node, `import of ${module}`)
      return
    }
    const isTypeOnly = ts.isImportDeclaration(node) ? node.importClause?.isTypeOnly : node.isTypeOnly
    if (isTypeOnly) return
    const banned = PACKAGES.get(module) ?? PACKAGES.get(`node:${module}`)
    const clause = ts.isImportDeclaration(node) ? node.importClause : undefined
    const bindings = clause?.namedBindings
    if (banned === undefined || bindings === undefined || ts.isNamespaceImport(bindings) || clause?.name) {
      add(node, `import of ${module}`)
      return
    }
    for (const element of bindings.elements) {
      const imported = (element.propertyName ?? element.name).text
      if (!element.isTypeOnly && banned.test(imported)) add(element, `import of ${module}.${imported}`)
    }
  }

  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      checkModule(node)
      return
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node, 'import()')
    if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) add(node, 'import.meta')
    if (node.kind === ts.SyntaxKind.DebuggerStatement) add(node, 'debugger')
    if (ts.isPropertyAccessExpression(node) && MEMBERS.has(node.name.text)) add(node, `.${node.name.text}`)
    if (ts.isElementAccessExpression(node)) checkElement(node)
    if (ts.isBindingElement(node)) {
      const key = (node.propertyName ?? node.name).getText().replaceAll(/['"`[\]]/g, '')
      if (MEMBERS.has(key)) add(node, `.${key}`)
    }
    if (ts.isIdentifier(node) && GLOBALS.has(node.text) && isReference(node)) add(node, node.text)
    ts.forEachChild(node, visit)
  }

  const checkElement = (node: ts.ElementAccessExpression) => {
    const key = node.argumentExpression
    if (ts.isStringLiteralLike(key)) {
      if (MEMBERS.has(key.text)) add(node, `.${key.text}`)
      // A text that is put together can spell anything.
    } else if (ts.isBinaryExpression(key) && key.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      const isText = [key.left, key.right].some((side) => ts.isStringLiteralLike(side))
      if (isText) add(node, 'a computed member')
    } else if (ts.isTemplateExpression(key)) add(node, 'a computed member')
  }
  visit(source)
  return powers
}

/** Tell whether an identifier stands for a value, not for the name of a member or key. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.initializer === node
  return !('name' in parent && parent.name === node) || ts.isShorthandPropertyAssignment(parent)
}
