document.body.append("Nothing to see yet.");
