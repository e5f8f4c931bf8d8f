import { parse } from 'smol-toml'
import { findSchemaProblems, type Static, type TSchema, Type } from '../core/schema.ts'
import { runCommand } from './tools/run-command.ts'
import { workspaceError } from './workspace-errors.ts'
import { defineWorkspaceTool, type WorkspaceTool, type WorkspaceToolOptions } from './workspace-tool.ts'

/** A file of tools as it was read. */
export interface ToolFile {
  /** What errors call it. */
  readonly path: string
  readonly text: string
}

const closed = { additionalProperties: false } as const

const ParameterSchema = Type.Object(
  {
    type: Type.Union(['string', 'integer', 'number', 'boolean'].map((type) => Type.Literal(type))),
    description: Type.Optional(Type.String()),
    enum: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    required: Type.Optional(Type.Boolean()),
    /** Whether a number may be negative where the program may take that for an option. */
    negative: Type.Optional(Type.Boolean()),
  },
  closed,
)

const ToolSchema = Type.Object(
  {
    description: Type.String({ minLength: 1 }),
    program: Type.String({ pattern: '^[^-=][^=]*$' }),
    args: Type.Optional(Type.Array(Type.String())),
    env: Type.Optional(Type.Record(Type.String({ pattern: '^[A-Za-z_]\\w*$' }), Type.String(), closed)),
    timeout_ms: Type.Optional(Type.Integer({ minimum: 1 })),
    writes: Type.Optional(Type.Boolean()),
    parameters: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z_]\\w*$' }), ParameterSchema, closed),
    ),
  },
  closed,
)

const FileSchema = Type.Object(
  { tools: Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$' }), ToolSchema, closed) },
  closed,
)

type Parameter = Static<typeof ParameterSchema>
type ToolText = Static<typeof ToolSchema>

/** An argument of the caller: a whole argument of the program, or all after the `=` of an option. */
const PLACEHOLDER = /^(--?[\w-]+=)?\{([A-Za-z_]\w*)\}$/
const ANY_BRACES = /[{}]/

/** Programs that take an argument as a program of its own; `find` does so after `--` as well (`-exec`, `-delete`). */
const INTERPRETERS = new RegExp(
  `^(?:${[
    '(?:ba|da|a|z|mk|k|fi|c|tc|pw)?sh|busybox|eval|ssh|find',
    'env|xargs|parallel|nice|ionice|chrt|taskset|nohup|setsid|setpriv|stdbuf|time|timeout|watch|flock|script|tmux|screen',
    'strace|ltrace|valgrind|gdb|sudo|doas|su|runuser|pkexec|fakeroot|chroot|unshare|nsenter|systemd-run',
    'python[\\d.]*|node|deno|bunx?|tsx|npx|uvx?|perl[\\d.]*|ruby[\\d.]*|php[\\d.]*|lua[\\d.]*|tclsh|expect',
    'Rscript|julia|sqlite3|ed|ex|n?vim?|[gmn]?awk|g?sed|make',
  ].join('|')})$`,
)

/**
 * Read the tools of a TOML file:
 *
 * ```toml
 * [tools.count_lines]
 * description = "Count the lines of a file."
 * program = "wc"
 * args = ["-l", "--", "{path}"]
 * [tools.count_lines.parameters.path]
 * type = "string"
 * required = true
 * ```
 *
 * No shell reads what a caller gives: it is an argument of the program, or a variable of its environment. A text stands after
 * `--` or in an option; a number elsewhere is not negative unless its parameter says `negative = true`.
 *
 * @throws ToolError TOOL_FILE_INVALID
 */
export function readTomlTools(
  { path, text }: ToolFile,
  options: WorkspaceToolOptions,
): readonly WorkspaceTool[] {
  const refuse = (problem: string, cause?: unknown) =>
    workspaceError('TOOL_FILE_INVALID', { path, problem }, cause)
  let file: unknown
  try {
    file = parse(text)
  } catch (cause) {
    throw refuse((cause as Error).message, cause)
  }
  const [problem] = findSchemaProblems(FileSchema, file)
  if (problem) throw refuse(`${problem.path} ${problem.message}`)
  return Object.entries((file as Static<typeof FileSchema>).tools).map(([name, tool]) => {
    const found = findProblem(tool)
    if (found !== undefined) throw refuse(`/tools/${name} ${found}`)
    return defineTool(name, tool, options)
  })
}

/** Find what is wrong with how a tool uses its parameters. */
function findProblem({ program, args = [], env = {}, parameters = {} }: ToolText): string | undefined {
  if (ANY_BRACES.test(program)) return 'has a program with a placeholder'
  const isInterpreter = INTERPRETERS.test(program.slice(program.lastIndexOf('/') + 1))
  for (const [name, { type, enum: values, negative }] of Object.entries(parameters)) {
    if (negative !== undefined && !isNumber(type))
      return `says of {${name}}, a ${type}, whether it may be negative`
    // No value would be both.
    if (values !== undefined && type !== 'string')
      return `says of {${name}}, a ${type}, which texts it may be`
  }
  for (const [index, text] of [...args, ...Object.values(env)].entries()) {
    const [, , name] = PLACEHOLDER.exec(text) ?? []
    if (name === undefined) {
      if (ANY_BRACES.test(text))
        return `has "${text}": a placeholder is a whole argument, or all after the = of an option`
      continue
    }
    if (!Object.hasOwn(parameters, name)) return `uses {${name}}, which is no parameter`
    if (index >= args.length) continue
    if (isInterpreter)
      return `gives {${name}} to ${program}, which may take it as a program: use a variable (env)`
    if (mayBeOption(args, index) && isFree(parameters[name] as Parameter)) {
      return `gives {${name}} to ${program} where it may be taken as an option: put "--" before it`
    }
  }
  return undefined
}

/** Whether what stands at an argument's place alone may be taken as an option. */
const mayBeOption = (args: readonly string[], index: number) =>
  args[index]?.startsWith('{') === true && !args.slice(0, index).includes('--')

const isNumber = (type: Parameter['type']) => type === 'integer' || type === 'number'

/** Whether a parameter may be any text. */
const isFree = ({ type, enum: values }: Parameter) => type === 'string' && values === undefined

function writeSchema({ args = [], parameters = {} }: ToolText): TSchema {
  const exposed = new Set(args.filter((_, index) => mayBeOption(args, index)))
  const properties = Object.entries(parameters).map(
    ([name, { type, description, enum: values, required, negative }]) => {
      const own = {
        ...(values ? { enum: values } : {}),
        ...(isNumber(type) && negative !== true && exposed.has(`{${name}}`) ? { minimum: 0 } : {}),
        ...(type === 'string' ? { pattern: '^[^\\u0000]*$' } : {}),
        ...(description === undefined ? {} : { description }),
      }
      const schema = Type.Unsafe<unknown>({ type, ...own })
      return [name, required === true ? schema : Type.Optional(schema)] as const
    },
  )
  return Type.Object(Object.fromEntries(properties), closed)
}

function defineTool(name: string, tool: ToolText, options: WorkspaceToolOptions): WorkspaceTool {
  const { description, program, args = [], env = {}, timeout_ms, writes = true } = tool
  return defineWorkspaceTool(options, {
    name,
    description,
    parameters: writeSchema(tool),
    writes,
    runs: true,
    run(given, call, limits) {
      const values = given as Readonly<Record<string, string | number | boolean>>
      // What is not given leaves its argument or variable out.
      const fill = (text: string): readonly string[] => {
        const [, option = '', parameter] = PLACEHOLDER.exec(text) ?? []
        if (parameter === undefined) return [text]
        return Object.hasOwn(values, parameter) ? [`${option}${values[parameter]}`] : []
      }
      const command = {
        program,
        args: args.flatMap(fill),
        env: Object.fromEntries(
          Object.entries(env).flatMap(([variable, text]) => fill(text).map((value) => [variable, value])),
        ),
      }
      return runCommand(options, command, call, {
        ...limits,
        timeoutMs: Math.min(timeout_ms ?? Number.POSITIVE_INFINITY, limits.timeoutMs),
      })
    },
  })
}
