export default { general: 'General', unified: 'Unified' }
