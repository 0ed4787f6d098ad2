// Wine 8 fails where keep-alive is asked of a socket that is not connected yet, as `fetch` does; Windows takes it.
const { Socket } = require('node:net');

const { setKeepAlive } = Socket.prototype;
Socket.prototype.setKeepAlive = function (...settings) {
  return this.connecting || this.remoteAddress === undefined ? this : setKeepAlive.apply(this, settings);
};
