export default { general: 'Общий', unified: 'Унифицированный' }
