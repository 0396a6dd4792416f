listen();
start(JSON.parse(document.getElementById('turn').textContent));
