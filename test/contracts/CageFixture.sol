// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {PriceFeed} from "../../harness/world/contracts/PriceFeed.sol";
import {MockExchange, MockToken, MockWeth} from "./mocks/Mocks.sol";
import {BlankReader, OpenChecker} from "./mocks/Readers.sol";

/// @notice A cage with 100 000 USDC, WETH at 2 000, WBTC at 60 000 and an exchange at any rate; and a venue
/// whose checker accepts everything and whose reader counts nothing.
abstract contract CageFixture is Test {
    address internal owner = makeAddr("owner");
    address internal operator = makeAddr("operator");
    address internal guardian;
    uint256 internal guardianKey;
    address internal payee = makeAddr("payee");
    address internal thief = makeAddr("thief");

    uint16 internal constant MAX_DRAWDOWN_BPS = 1_000;
    uint32 internal constant INTERVAL = 600;
    uint32 internal constant DELAY = 2 days;
    uint32 internal constant STALENESS = 1 hours;
    uint256 internal constant WETH_CAP = 50_000e6;
    uint256 internal constant WINDOW_CAP = 60_000e6;
    uint256 internal constant LOSS_CAP = 2_000e6;
    /// @dev Above all that happens in 24 hours, so that only what is about the guardian needs it.
    uint256 internal constant HOT_LANE = 1_000_000_000e6;

    MockToken internal usdc;
    MockWeth internal weth;
    MockToken internal wbtc;
    PriceFeed internal usdcFeed;
    PriceFeed internal wethFeed;
    PriceFeed internal wbtcFeed;
    MockExchange internal exchange;
    MockExchange internal venue;
    BlankReader internal venueReader;
    OpenChecker internal venueChecker;
    IPolicyCage internal cage;
    uint256 private _permits;

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        (guardian, guardianKey) = makeAddrAndKey("guardian");
        usdc = new MockToken("USDC", 6);
        weth = new MockWeth();
        wbtc = new MockToken("WBTC", 8);
        usdcFeed = new PriceFeed(8, "USDC / USD", 1e8);
        wethFeed = new PriceFeed(8, "ETH / USD", 2_000e8);
        wbtcFeed = new PriceFeed(8, "BTC / USD", 60_000e8);
        exchange = new MockExchange();
        (venue, venueReader, venueChecker) = (new MockExchange(), new BlankReader(), new OpenChecker());
        // Where foundry.toml links the cage to.
        deployCodeTo("CallRules.sol:CallRules", address(0xca9e1));
        deployCodeTo("Reading.sol:Reading", address(0xca9e2));
        deployCodeTo("PolicyChanges.sol:PolicyChanges", address(0xca9e3));
        deployCodeTo("Actions.sol:Actions", address(0xca9e4));
        deployCodeTo("Capital.sol:Capital", address(0xca9e5));
        deployCodeTo("CageLens.sol:CageLens", address(0xca9e6));
        deployCodeTo("Limits.sol:Limits", address(0xca9e7));
        _prepare();
        vm.deal(address(weth), 1_000 ether);
        usdc.mint(owner, 1_000_000e6);
        cage = _newCage();
    }

    /// @dev A cage with 100 000 USDC of the owner's.
    function _newCage() internal returns (IPolicyCage created) {
        created = IPolicyCage(deployCode("PolicyCage.sol:PolicyCage", abi.encode(_config())));
        vm.startPrank(owner);
        usdc.approve(address(created), type(uint256).max);
        created.deposit(address(usdc), 100_000e6);
        vm.stopPrank();
    }

    /// @dev What a test needs before its cage exists.
    function _prepare() internal virtual {}

    function _config() internal view virtual returns (IPolicyCage.CageConfig memory c) {
        c.owner = owner;
        c.operator = operator;
        c.guardian = guardian;
        c.maxDrawdownBps = MAX_DRAWDOWN_BPS;
        c.maxLossBps = 100;
        c.maxStaleExitLossBps = 3_000;
        c.minRebalanceIntervalSeconds = INTERVAL;
        c.loosenDelaySeconds = DELAY;
        c.windowSpendCapUsdc = WINDOW_CAP;
        c.windowLossCapUsdc = LOSS_CAP;
        c.hotLaneUsdc = HOT_LANE;
        c.wrappedNative = address(weth);
        c.minHealth = 1.1e18;
        c.assets = new IPolicyCage.AssetConfig[](3);
        c.assets[0] =
            IPolicyCage.AssetConfig(address(usdc), address(usdcFeed), STALENESS, type(uint256).max, true);
        c.assets[1] = IPolicyCage.AssetConfig(address(weth), address(wethFeed), STALENESS, WETH_CAP, false);
        c.assets[2] = IPolicyCage.AssetConfig(address(wbtc), address(wbtcFeed), STALENESS, 30_000e6, false);
        c.targets = new IPolicyCage.TargetConfig[](3);
        c.targets[0].target = address(exchange);
        c.targets[0].selectors = new bytes4[](3);
        c.targets[0].selectors[0] = MockExchange.swap.selector;
        c.targets[0].selectors[1] = MockExchange.poke.selector;
        c.targets[0].selectors[2] = MockExchange.multicall.selector;
        c.targets[1].target = address(weth);
        c.targets[1].selectors = new bytes4[](2);
        c.targets[1].selectors[0] = MockWeth.deposit.selector;
        c.targets[1].selectors[1] = MockWeth.withdraw.selector;
        c.targets[2].target = address(venue);
        c.targets[2].selectors = new bytes4[](1);
        c.targets[2].selectors[0] = MockExchange.poke.selector;
        c.targets[2].checker = _code(address(venueChecker));
        c.targets[2].reader = _code(address(venueReader));
        c.places = new bytes32[](1);
        c.places[0] = keccak256("place");
        c.recipients = new address[](1);
        c.recipients[0] = payee;
    }

    function _code(address at) internal view returns (IPolicyCage.Code memory) {
        return IPolicyCage.Code(at, at == address(0) ? bytes32(0) : at.codehash);
    }

    /// @dev How many positions are counted. What `holdings` answers is too deep for a compiler without the IR.
    function _count() internal view returns (uint256 count) {
        (, bytes memory answer) = address(cage).staticcall(abi.encodeCall(cage.holdings, ()));
        (, count) = abi.decode(answer, (uint256, uint256));
    }

    /// @dev The key of the first of them.
    function _firstKey() internal view returns (bytes32 key) {
        (, bytes memory answer) = address(cage).staticcall(abi.encodeCall(cage.holdings, ()));
        (,, uint256 offset) = abi.decode(answer, (uint256, uint256, uint256));
        assembly ("memory-safe") {
            key := mload(add(add(answer, 128), offset))
        }
    }

    /// @dev Whether a position is counted, one of a reader whose place is its key.
    function _isKept(bytes32 key) internal view returns (bool isKept) {
        (, bytes memory answer) = address(cage).staticcall(abi.encodeCall(cage.holdings, ()));
        for (uint256 at = 32; at <= answer.length && !isKept; at += 32) {
            bytes32 word;
            assembly ("memory-safe") {
                word := mload(add(answer, at))
            }
            isKept = word == key;
        }
    }

    /// @dev Approves selectors of a target without rules or reader.
    function _allow(address target, bytes4 selector) internal {
        _allow(target, selector, address(0), address(0));
    }

    function _allow(address target, bytes4 selector, address checker, address reader) internal {
        bytes4[] memory selectors = new bytes4[](1);
        selectors[0] = selector;
        _loosen(abi.encodeCall(cage.setTarget, (target, selectors, _code(checker), _code(reader))));
    }

    // ------------------------------------------------------------ acting

    function _call(address target, bytes memory data) internal pure returns (IPolicyCage.Call memory) {
        return IPolicyCage.Call(target, 0, data);
    }

    function _calls(address target, uint256 value, bytes memory data)
        internal
        pure
        returns (IPolicyCage.Call[] memory calls)
    {
        calls = new IPolicyCage.Call[](1);
        calls[0] = IPolicyCage.Call(target, value, data);
    }

    /// @dev Approves and swaps, both inside one action.
    function _swap(MockToken tokenIn, uint256 amountIn, MockToken tokenOut, uint256 amountOut)
        internal
        view
        returns (IPolicyCage.Call[] memory)
    {
        return _swapTo(tokenIn, amountIn, tokenOut, amountOut, address(cage));
    }

    function _swapTo(MockToken tokenIn, uint256 amountIn, MockToken tokenOut, uint256 amountOut, address to)
        internal
        view
        returns (IPolicyCage.Call[] memory calls)
    {
        calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(tokenIn), abi.encodeCall(IERC20.approve, (address(exchange), amountIn)));
        calls[1] = _call(
            address(exchange), abi.encodeCall(MockExchange.swap, (tokenIn, amountIn, tokenOut, amountOut, to))
        );
    }

    function _run(IPolicyCage.Call[] memory calls) internal {
        vm.prank(operator);
        cage.execute(calls, block.timestamp, _permit(), "");
    }

    function _runReverts(IPolicyCage.Call[] memory calls, bytes memory reason) internal {
        bytes32 permitId = _permit();
        vm.expectRevert(reason);
        vm.prank(operator);
        cage.execute(calls, block.timestamp, permitId, "");
    }

    /// @dev The guardian's signature over an action that may run now.
    function _sign(IPolicyCage.Call[] memory calls, bytes32 permitId) internal view returns (bytes memory) {
        return _signAs(guardianKey, cage.hashAction(calls, block.timestamp, permitId));
    }

    function _signAs(uint256 key, bytes32 hash) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, hash);
        return abi.encodePacked(r, s, v);
    }

    function _runSigned(IPolicyCage.Call[] memory calls) internal {
        bytes32 permitId = _permit();
        bytes memory signature = _sign(calls, permitId);
        vm.prank(operator);
        cage.execute(calls, block.timestamp, permitId, signature);
    }

    function _permit() internal returns (bytes32) {
        return keccak256(abi.encode(++_permits));
    }

    /// @dev Buys WETH for `amountUsdc` at the feed's price of 2 000.
    function _buyWeth(uint256 amountUsdc) internal view returns (IPolicyCage.Call[] memory) {
        return _swap(usdc, amountUsdc, weth, amountUsdc * 1e12 / 2_000);
    }

    function _sellWeth(uint256 amount, uint256 price) internal view returns (IPolicyCage.Call[] memory) {
        return _swap(weth, amount, usdc, amount * price / 1e12);
    }

    function _setPrice(PriceFeed feed, uint256 dollars) internal {
        feed.setAnswer(int256(dollars * 1e8), block.timestamp);
    }

    /// @dev Time passes and the feeds keep up.
    function _pass(uint256 seconds_) internal {
        vm.warp(block.timestamp + seconds_);
        PriceFeed[3] memory feeds = [usdcFeed, wethFeed, wbtcFeed];
        for (uint256 i; i < 3; ++i) {
            feeds[i].setAnswer(feeds[i].latestAnswer(), block.timestamp);
        }
    }

    /// @dev Queues a loosening, waits, and does it.
    function _loosen(bytes memory change) internal {
        vm.prank(owner);
        cage.queue(change);
        _pass(DELAY);
        vm.prank(owner);
        (bool ok,) = address(cage).call(change);
        require(ok, "loosening failed");
    }
}
