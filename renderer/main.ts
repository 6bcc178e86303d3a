import { connect } from './connection.ts'
import { askAtStart } from './speed/first-questions.ts'

// Opens the connection and asks the first questions while the rest of the program is still being loaded and compiled.
connect()
askAtStart()
void import('./application.ts')
