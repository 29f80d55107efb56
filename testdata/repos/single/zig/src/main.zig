const std = @import("std");

const port: u16 = 8090;

/// Counts its visitors.
pub fn main() !void {
    const address = try std.net.Address.parseIp("0.0.0.0", port);
    var server = try address.listen(.{ .reuse_address = true });
    var hits: usize = 0;
    while (true) {
        const connection = try server.accept();
        defer connection.stream.close();
        var request: [1024]u8 = undefined;
        const n = try connection.stream.read(&request);
        if (!std.mem.startsWith(u8, request[0..n], "GET /health ")) hits += 1;
        var body: [32]u8 = undefined;
        const text = try std.fmt.bufPrint(&body, "{d}", .{hits});
        try connection.stream.writer().print(
            "HTTP/1.1 200 OK\r\nContent-Length: {d}\r\nConnection: close\r\n\r\n{s}",
            .{ text.len, text },
        );
    }
}
