import path from 'node:path'
import ts from 'typescript'

/**
 * Part of `npm test`: a promise that nobody awaits, handles or marks with `void` is an error that nobody sees.
 * oxlint needs another program for rules that know types, so this one rule is checked with the compiler itself
 * (single-file components are checked as far as their plain TypeScript modules go).
 */
const root = path.resolve(import.meta.dirname, '..')
const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file))
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
const program = ts.createProgram(fileNames, options)
const checker = program.getTypeChecker()

let found = 0
for (const file of program.getSourceFiles()) {
  if (file.isDeclarationFile || file.fileName.includes('node_modules')) continue
  visit(file, file)
}
if (found > 0) process.exit(1)

function visit(node: ts.Node, file: ts.SourceFile): void {
  if (ts.isExpressionStatement(node) && floats(node.expression)) {
    found++
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file))
    const place = `${path.relative(root, file.fileName)}:${line + 1}:${character + 1}`
    console.error(`${place} a promise is neither awaited, nor handled, nor marked with void`)
  }
  ts.forEachChild(node, (child) => visit(child, file))
}

/** Whether the value of an expression that stands alone is a promise that is left to itself. */
function floats(expression: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(expression)) return floats(expression.expression)
  if (ts.isConditionalExpression(expression)) return floats(expression.whenTrue) || floats(expression.whenFalse)
  if (ts.isBinaryExpression(expression)) return isShortCircuit(expression) && floats(expression.right)
  return isCall(expression) && isPromise(checker.getTypeAtLocation(expression)) && !isHandled(expression)
}

function isCall(expression: ts.Expression): expression is ts.CallExpression {
  return ts.isCallExpression(expression)
}

function isShortCircuit({ operatorToken }: ts.BinaryExpression): boolean {
  const { kind } = operatorToken
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken ||
    kind === ts.SyntaxKind.CommaToken
  )
}

function isPromise(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some((part) => isPromise(part))
  const then = type.getProperty('then')
  return then !== undefined && checker.getTypeOfSymbol(then).getCallSignatures().length > 0
}

/** `.catch(f)`, `.then(f, g)`, and `.finally(f)` after one of them. */
function isHandled({ expression: callee, arguments: given }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(callee)) return false
  if (callee.name.text === 'catch') return given.length > 0
  if (callee.name.text === 'then') return given.length > 1
  return callee.name.text === 'finally' && isCall(callee.expression) && isHandled(callee.expression)
}
