module.exports = () => 'kept for reading';
