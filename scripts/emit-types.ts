// Writes the declarations of what packages import of this one to types/, which `npm pack` takes along: sources are checked
// under the settings of whoever imports them, and all of the stack with them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '..')
const TYPES = join(ROOT, 'types')
const ENTRIES = ['harness/vitest/index.ts']

const config = ts.getParsedCommandLineOfConfigFile(
  join(ROOT, 'tsconfig.json'),
  {
    noEmit: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: TYPES,
    rootDir: ROOT,
  },
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic(diagnostic) {
      throw new Error(describe([diagnostic]))
    },
  },
)
if (config === undefined) throw new Error('there is no tsconfig.json')

function describe(diagnostics: readonly ts.Diagnostic[]): string {
  const host = {
    getCurrentDirectory: () => ROOT,
    getCanonicalFileName: (name: string) => name,
    getNewLine: () => '\n',
  }
  return ts.formatDiagnostics(diagnostics, host)
}

const program = ts.createProgram(
  ENTRIES.map((path) => join(ROOT, path)),
  config.options,
)
rmSync(TYPES, { recursive: true, force: true })
// A declaration imports less than its source does.
const paths = new Set(ENTRIES.map((path) => join(ROOT, path)))
for (const path of paths) {
  const source = program.getSourceFile(path)
  if (source === undefined)
    throw new Error(`${relative(ROOT, path)} is imported by a declaration, and no source`)
  const { diagnostics } = program.emit(
    source,
    (name, text) => {
      mkdirSync(dirname(name), { recursive: true })
      writeFileSync(name, text)
      for (const { fileName } of ts.preProcessFile(text).importedFiles)
        if (fileName.startsWith('.')) paths.add(join(dirname(path), fileName))
    },
    undefined,
    true,
  )
  if (diagnostics.length > 0) throw new Error(describe(diagnostics))
}
console.log(`types: ${paths.size} declarations`)
