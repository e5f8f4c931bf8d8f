import ts from 'typescript'

/** A use of something that has to enter through an argument. */
export interface AmbientUse {
  /** `file:line`. */
  readonly place: string
  readonly use: string
  readonly instead: string
}

const TIME = 'take the time from the Clock port'
const TIMER = 'use Clock.setTimer'
const RANDOM = 'take randomness and identifiers from an argument'
const NETWORK = 'reach the network through a port'
const PROCESS = 'take it from an argument'

/** Globals that may not be mentioned at all, since a mention can be passed on and called elsewhere. */
const BANNED_GLOBALS: ReadonlyMap<string, string> = new Map([
  ['process', PROCESS],
  ['performance', TIME],
  ['fetch', NETWORK],
  ['WebSocket', NETWORK],
  ['EventSource', NETWORK],
  ['XMLHttpRequest', NETWORK],
  ['setTimeout', TIMER],
  ['setInterval', TIMER],
  ['setImmediate', TIMER],
])

/** Members of globals that may not be mentioned; `*` is every member. */
const BANNED_MEMBERS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['Date', new Map([['now', TIME]])],
  ['Math', new Map([['random', RANDOM]])],
  [
    'crypto',
    new Map([
      ['randomUUID', RANDOM],
      ['getRandomValues', RANDOM],
    ]),
  ],
  ['AbortSignal', new Map([['timeout', TIMER]])],
])

/** What may not be imported from modules that are allowed otherwise. */
const BANNED_IMPORTS: ReadonlyMap<string, RegExp> = new Map([
  ['crypto', /^(random\w*|webcrypto|getRandomValues|generate\w+)$/],
  ['viem/accounts', /^generate\w+$/],
])

/** Find every ambient use in a source text. */
export function findAmbientCalls(name: string, text: string): AmbientUse[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true)
  const declared = collectDeclaredNames(source)
  const uses: AmbientUse[] = []
  const add = (node: ts.Node, use: string, instead: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    uses.push({ place: `${name}:${line + 1}`, use, instead })
  }

  const isDeclared = (node: ts.Identifier): boolean => {
    for (let scope: ts.Node = node; !ts.isSourceFile(scope); ) {
      scope = findScope(scope)
      if (declared.get(scope)?.has(node.text)) return true
    }
    return false
  }

  /** The name of a global that an expression is, through `globalThis` too. */
  const readGlobal = (node: ts.Node): string | undefined => {
    if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)) {
      return readGlobal(node.expression)
    }
    if (ts.isIdentifier(node)) return isDeclared(node) ? undefined : node.text
    const member = readMember(node)
    return member !== undefined && readGlobal(member.object) === 'globalThis' ? member.name : undefined
  }

  const visit = (node: ts.Node): void => {
    // A type names no value.
    if (ts.isTypeNode(node)) return
    if (ts.isImportDeclaration(node)) {
      checkImport(node, add)
      return
    }
    const member = readMember(node)
    if (member !== undefined) {
      const object = readGlobal(member.object)
      const instead = object === undefined ? undefined : BANNED_MEMBERS.get(object)?.get(member.name)
      if (instead !== undefined) add(node, `${object}.${member.name}`, instead)
    }
    if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name) && node.initializer) {
      const object = readGlobal(node.initializer)
      for (const element of node.name.elements) {
        const key = (element.propertyName ?? element.name).getText()
        const instead =
          object === 'globalThis' ? BANNED_GLOBALS.get(key) : object && BANNED_MEMBERS.get(object)?.get(key)
        if (instead) add(element, object === 'globalThis' ? key : `${object}.${key}`, instead)
      }
    }
    const banned = isReference(node) ? readGlobal(node) : undefined
    const instead = banned === undefined ? undefined : BANNED_GLOBALS.get(banned)
    if (banned !== undefined && instead !== undefined) {
      const parent = readMember(node.parent)
      add(node, parent?.object === node ? `${banned}.${parent.name}` : banned, instead)
    }
    if (ts.isNewExpression(node) && readGlobal(node.expression) === 'Date' && !node.arguments?.length) {
      add(node, 'new Date()', TIME)
    }
    if (ts.isCallExpression(node) && readGlobal(node.expression) === 'Date') add(node, 'Date()', TIME)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return uses
}

/** Read `object.name` and `object['name']`. */
function readMember(node: ts.Node): { object: ts.Node; name: string } | undefined {
  if (ts.isPropertyAccessExpression(node)) return { object: node.expression, name: node.name.text }
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
    return { object: node.expression, name: node.argumentExpression.text }
  }
  return undefined
}

/** Tell whether a node stands for a value, not for the name of a member or key. */
function isReference(node: ts.Node): boolean {
  if (!ts.isIdentifier(node)) return readMember(node) !== undefined
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isShorthandPropertyAssignment(parent)) return true
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  if (ts.isBindingElement(parent)) return parent.initializer === node
  const isNameOf = 'name' in parent && parent.name === node
  return !isNameOf && !ts.isExportSpecifier(parent) && !ts.isLabeledStatement(parent)
}

/** Where a declaration may be seen: blocks, functions and the file. */
const isScope = (node: ts.Node) =>
  ts.isSourceFile(node) ||
  ts.isBlock(node) ||
  ts.isFunctionLike(node) ||
  ts.isForStatement(node) ||
  ts.isForOfStatement(node) ||
  ts.isForInStatement(node) ||
  ts.isCaseBlock(node) ||
  ts.isCatchClause(node)

function findScope(node: ts.Node): ts.Node {
  let scope = node.parent
  while (!isScope(scope)) scope = scope.parent
  return scope
}

/** The names that each scope of a file declares: these are not the globals of the same name. */
function collectDeclaredNames(source: ts.SourceFile): ReadonlyMap<ts.Node, ReadonlySet<string>> {
  const scopes = new Map<ts.Node, Set<string>>()
  const visit = (node: ts.Node) => {
    const isDeclaration =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isImportSpecifier(node) ||
      ts.isImportClause(node) ||
      ts.isNamespaceImport(node)
    if (isDeclaration && node.name && ts.isIdentifier(node.name)) {
      const scope = findScope(node)
      const names = scopes.get(scope) ?? new Set()
      scopes.set(scope, names.add(node.name.text))
    }
    // Parameters of types bind nothing.
    if (!ts.isTypeNode(node)) ts.forEachChild(node, visit)
  }
  visit(source)
  return scopes
}

function checkImport(node: ts.ImportDeclaration, add: (node: ts.Node, use: string, instead: string) => void) {
  if (!ts.isStringLiteral(node.moduleSpecifier)) return
  const module = node.moduleSpecifier.text.replace(/^node:/, '')
  const banned = BANNED_IMPORTS.get(module)
  const bindings = node.importClause?.namedBindings
  if (banned === undefined || node.importClause === undefined) return
  if (bindings === undefined || ts.isNamespaceImport(bindings) || node.importClause.name) {
    add(node, `import of all of ${module}`, 'import what is used by name')
    return
  }
  for (const element of bindings.elements) {
    const imported = (element.propertyName ?? element.name).text
    if (banned.test(imported)) add(element, `${module}.${imported}`, RANDOM)
  }
}
